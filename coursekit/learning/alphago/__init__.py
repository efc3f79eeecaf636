"""Policy and value networks as AlphaGo trained them."""
