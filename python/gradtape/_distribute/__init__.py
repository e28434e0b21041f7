"""Training on several processes, which MPI starts and connects."""
