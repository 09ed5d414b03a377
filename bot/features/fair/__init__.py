"""The fair bag: a table's seal, the players' words, and how everybody can check them."""
