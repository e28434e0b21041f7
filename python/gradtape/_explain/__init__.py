"""What a tape knows, told: why a gradient is `None`, where a value stopped being finite, what is
held and for how long, and where the time goes. Nothing here is loaded before it is asked for."""
