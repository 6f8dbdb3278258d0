"""The demand of a joker led high is remembered, and made in the next trick too."""

from right import Engine, serve


class Wrong(Engine):
    demanded = False

    def demands_best(self, trick):
        before, self.demanded = self.demanded, super().demands_best(trick)
        return self.demanded or before


serve(Wrong())
