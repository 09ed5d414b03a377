"""Tools for drawing: canvas, colours, pens, text and fonts, PNG and GIF."""
