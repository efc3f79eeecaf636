"""Compiled (numba) kernels on plain integers: they know the rules, and no ``Env``.

Every module compiles when it is first imported, from a cache on disk when there is one. This
package itself imports nothing, so that it costs nothing until a kernel is needed.
"""
