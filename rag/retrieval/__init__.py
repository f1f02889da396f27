"""Ranks cards for a question and judges the evidence."""
