"""What of version 1 makes sense where everything is eager: its losses and optimizers."""
