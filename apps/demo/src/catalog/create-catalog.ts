import { createRandom } from '../random.ts'
import type { AdminProduct } from './admin-product.ts'
import { createProduct } from './create-product.ts'
import { draftProduct, type ProductDraft } from './draft-product.ts'
import { KINDS } from './kinds.ts'

export interface CatalogItem {
  product: AdminProduct
  /** Pictures and shoppers' preferences are derived from the draft too. */
  draft: ProductDraft
}

/** The same seed gives the same catalog, except for dates, which depend on `nowMs`. */
export function createCatalog(seed: string, nowMs: number): CatalogItem[] {
  let index = 0
  return KINDS.flatMap((kind) => {
    const lines = createRandom(seed, 'lines', kind.key).sample(LINES, kind.count)
    return lines.map((line, nthOfKind) => {
      const draft = draftProduct(seed, kind, index++, line, nthOfKind)
      return { draft, product: createProduct(seed, draft, nowMs) }
    })
  })
}

/** Names from nature, so that no product line is named after a person. */
const LINES: readonly string[] = (
  'Alder Basalt Birch Bracken Brook Cinder Cirrus Clover Cove Delta Drift Dune Ember Estuary Fern Fjord Flint Gale Glade Grove Harbor ' +
  'Heath Hollow Inlet Isle Juniper Kelp Lagoon Larch Lichen Lumen Marsh Meadow Moss Nimbus Nook Opal Orchard Pebble Petal Prairie ' +
  'Quarry Reed Ridge Ripple Shoal Solstice Sorrel Tern Thicket Tidal Tundra Umbra Upland Vale Vesper Wharf Willow Yarrow Zephyr'
).split(' ')
