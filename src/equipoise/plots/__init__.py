"""All drawing, in one style. Matplotlib is imported only when something is drawn."""
