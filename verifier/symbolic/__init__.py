"""What a property may speak of: a moment of the game, its names, and all such moments at once."""

from verifier.symbolic.catalogue import SCOPES, Scope, scope_named

__all__ = ["SCOPES", "Scope", "scope_named"]
