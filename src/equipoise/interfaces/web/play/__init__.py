"""Tables at which a person plays agents, hand by hand."""
