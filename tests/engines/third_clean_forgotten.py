"""Where three players are clean, the third gets no bonus."""

from right import Engine, serve


class Wrong(Engine):
    def rewarded(self, clean):
        return clean[:2]


serve(Wrong())
