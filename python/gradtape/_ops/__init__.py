"""Operations written in Python over those of the core."""
