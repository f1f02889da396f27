"""Text as questions and cards are compared under; pure functions."""
