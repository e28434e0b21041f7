"""Operations on the bits of integers."""

