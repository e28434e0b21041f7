"""The machine: devices, threads, memory, and switches of other versions."""
