"""Leagues: everyone plays everyone, and what the results say."""
