"""Numbers that code computes and a second derivation checks; pure functions, the clock is passed in."""
