"""Control flow over tensors: branches, loops, maps, and functions of the program's own."""
