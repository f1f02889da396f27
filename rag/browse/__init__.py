"""What the corpus browser shows of an index version: cards by filter, their health, and builds."""
