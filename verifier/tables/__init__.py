"""Tables that follow from rule sets, to be read, printed and hung on a wall.

    scores        what a hand is worth                  asked of the reference meaning
    joker_leads   who takes a trick led with a joker    proved for every trick
    compare       rule sets side by side                options chosen, traits proved

Each makes a `Report`; `writers` turns a report into text, markdown, HTML, LaTeX or CSV.
"""
