"""The commands ``data league match play render solve strength train``, one module each."""
