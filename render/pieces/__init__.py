"""The looks of the pieces: sprites, and the emojis made of them."""
