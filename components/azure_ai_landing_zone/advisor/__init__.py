"""What a model needs of Azure before anything is paid for: sizes, nodes, a layout, hours and money."""
