"""The drawing table of the demo lessons: paper, charts, voice and film."""
