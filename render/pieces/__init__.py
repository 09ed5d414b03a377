"""What each piece looks like: sprites, and the emojis made of them."""
