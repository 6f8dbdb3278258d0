"""Whole games, sets and hands by what they can come to: exact, from bids and tricks alone.

    bidding ──── which bids may be made, as masks over the sum of the earlier ones
      │
    table ────── every way a hand can end for all players at once, told apart by what counts later
      │
    standing ─── what of the hands so far a set's end still looks at
      │
    sets ─────── the best end of a set for each way it can stand, with the hands that lead there
"""
