/** Names of product lines. They are taken from nature, so that no line is named after a person. */
export const LINES: readonly string[] = (
  'Alder Basalt Birch Bracken Brook Cinder Cirrus Clover Cove Delta Drift Dune Ember Estuary Fern Fjord Flint Gale Glade Grove Harbor ' +
  'Heath Hollow Inlet Isle Juniper Kelp Lagoon Larch Lichen Lumen Marsh Meadow Moss Nimbus Nook Opal Orchard Pebble Petal Prairie ' +
  'Quarry Reed Ridge Ripple Shoal Solstice Sorrel Tern Thicket Tidal Tundra Umbra Upland Vale Vesper Wharf Willow Yarrow Zephyr'
).split(' ')
