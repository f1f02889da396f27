"""Touchstone's engine: grounded retrieval over OKF cards, its proof and its refusal. Never imports streamlit."""
