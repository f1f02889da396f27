"""Explains a trace: pure functions that say why each card stands where it stands, and what would change it."""
