"""Measures follow-ups, comparisons and abstention on folders whose questions carry a conversation."""
