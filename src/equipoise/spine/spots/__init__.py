"""Spots of hold'em with real hands, street by street and board by board."""
