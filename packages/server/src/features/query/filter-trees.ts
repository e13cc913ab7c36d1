/** Which facets a page shows: the tree that was asked for, else that of the collection, else the page's default, else all. */
import type { CollectionConfig, FilterConfig, FilterTreeConfig, ShopConfig } from '@vitrine/contract'
import { oncePer } from '../platform/once-per.ts'

export interface FacetPage {
  tree: FilterTreeConfig | undefined
  filters: readonly FilterConfig[]
}

export interface PageTarget {
  page: 'search' | 'collection'
  collection: CollectionConfig | undefined
}

export function findTree(config: ShopConfig, id: number): FilterTreeConfig | undefined {
  return config.filter_trees.find((tree) => tree.id === id)
}

export function facetPage(config: ShopConfig, tree: FilterTreeConfig | undefined): FacetPage {
  if (!tree) return { tree, filters: visibleFilters(config) }
  const byId = new Map(config.filters.map((filter) => [filter.id, filter]))
  const filters = tree.filters.flatMap((id) => byId.get(id) ?? [])
  return { tree, filters: filters.filter(isShown) }
}

export function treeOfPage(config: ShopConfig, { page, collection }: PageTarget): FilterTreeConfig | undefined {
  const own = collection && config.filter_trees.find((tree) => isTreeOf(tree, collection.id))
  return own ?? config.filter_trees.find((tree) => tree.is_default && tree.target_page === page)
}

interface CollectionLookup {
  byId: ReadonlyMap<string, CollectionConfig>
  byHandle: ReadonlyMap<string, CollectionConfig>
}

/** By handle or id. A number is an id first; a text is a handle first, for a handle may be made of digits. */
export function collectionByName(config: ShopConfig, name: string | number): CollectionConfig | undefined {
  const { byId, byHandle } = lookupOf(config.collections)
  const text = String(name)
  const [first, second] = typeof name === 'number' ? [byId, byHandle] : [byHandle, byId]
  return first.get(text) ?? second.get(text)
}

const lookupOf = oncePer(
  (collections: readonly CollectionConfig[]): CollectionLookup => ({
    byId: new Map(collections.map((one) => [String(one.id), one])),
    byHandle: new Map(collections.map((one) => [one.handle, one])),
  }),
)

function isTreeOf(tree: FilterTreeConfig, collection: number): boolean {
  return tree.target_page === 'collection' && (tree.target_ids ?? []).includes(collection)
}

function visibleFilters(config: ShopConfig): FilterConfig[] {
  return config.filters
    .map((filter, i) => ({ filter, place: filter.position ?? i }))
    .filter(({ filter }) => isShown(filter))
    .sort((a, b) => a.place - b.place)
    .map(({ filter }) => filter)
}

function isShown(filter: FilterConfig): boolean {
  return filter.visible ?? true
}
