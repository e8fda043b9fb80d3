"""The small corpus that ships with the bot: landmark papers of machine learning, told in sentences of our own."""
