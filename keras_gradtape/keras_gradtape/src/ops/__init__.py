"""Operations of the backend that are its own; the others are borrowed."""
