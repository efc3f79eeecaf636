"""The commands, one module each, and what they share; nothing heavy is loaded to say what is wrong.

``running`` runs them, ``common`` has their options.
"""
