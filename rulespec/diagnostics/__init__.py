"""Faults in what people wrote: records with a code, the smallest span and one hint."""

from rulespec.diagnostics.faults import Diagnostic, Faults, fault
from rulespec.diagnostics.render import render

__all__ = ["Diagnostic", "Faults", "fault", "render"]
