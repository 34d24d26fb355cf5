"""Seed Ledger: keeps the lots of a seed library honest about their age."""
