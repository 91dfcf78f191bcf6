"""What keeps a Formation going: its MSR and Trains, Isolation, Fatigue and Recovery."""
