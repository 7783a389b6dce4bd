"""A pasted error → what it says went wrong, and what is the same of it on every machine. Pure.

lines        any text → lines, also where the breaks were lost
grammar      what each line is
symbols      frames of stacks, names of mangled symbols
noise        what differs from run to run
environment  version, device, mode, system, Python
reading      lines → Pasted
recognise    is a text a pasted error?
signature    Pasted → Signature
posts        a post → the signatures of its errors
"""

from qa.search.pasted.posts import signatures_in
from qa.search.pasted.reading import Pasted, read
from qa.search.pasted.recognise import looks_like_error
from qa.search.pasted.signature import Signature, sign

__all__ = ["Pasted", "Signature", "looks_like_error", "read", "sign", "signatures_in"]
