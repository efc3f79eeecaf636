"""Q-learning."""
