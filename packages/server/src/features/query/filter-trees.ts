/** Prefers the requested tree to the collection's and the page's default. Without a tree, all facets are shown. */
import type { CollectionConfig, FilterConfig, FilterTreeConfig, ShopConfig } from '@vitrine/contract'
import { itemNumber } from '../../ports/record-store/item-number.ts'
import { collectionNumber } from '../platform/collection-names.ts'

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
  const own = collection && config.filter_trees.find((tree) => isTreeOf(tree, collectionNumber(collection)))
  return own ?? config.filter_trees.find((tree) => tree.is_default && tree.target_page === page)
}

function isTreeOf(tree: FilterTreeConfig, collection: number): boolean {
  return tree.target_page === 'collection' && targetNumbers(tree).includes(collection)
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

export function targetNumbers({ target_ids: ids = [] }: FilterTreeConfig): number[] {
  return ids.map((id) => itemNumber('collection', id))
}
