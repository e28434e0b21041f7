"""Functions of linear algebra that are put together from the core's."""
