"""AlphaZero: learning from games of search against itself."""
