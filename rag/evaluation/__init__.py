"""Measures retrieval and refusal on labelled questions."""
