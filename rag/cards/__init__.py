"""Reads OKF: cards, bundles, links and conformance. Knows nothing of retrieval."""
