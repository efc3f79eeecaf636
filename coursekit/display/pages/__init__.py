"""What lives in a notebook's page: the playable board and replays."""
