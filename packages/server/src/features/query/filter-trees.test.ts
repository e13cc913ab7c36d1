import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { facetPage, findTree, treeOfPage } from './filter-trees.ts'

const filter = (id: number, parts: object = {}) => ({ id, key: `k${id}`, title: 't', attribute_type: 'tag', ...parts })
const tree = (id: number, parts: object) => ({ id, title: 't', target_page: 'search', filters: [], ...parts })
const config = completeConfig({
  filters: [filter(1), filter(2, { visible: false }), filter(3, { position: 0 }), filter(4, { visible: true })],
  filter_trees: [
    tree(10, { filters: [4, 2, 1] }),
    tree(11, { is_default: true }),
    tree(12, { target_page: 'collection', target_ids: [501] }),
    tree(13, { target_page: 'collection', is_default: true }),
    tree(14, { target_ids: [502] }),
  ],
  collections: [{ id: 501, handle: 'sale', title: 'S' }, { id: 502, handle: '501', title: 'T' }], // biome-ignore format: one line reads better
} as unknown as ShopConfigInput)
const [sale, digits] = config.collections

describe('the facets of a page', () => {
  it('T1: are those of its tree, in its order, without hidden ones', () => {
    expect(facetPage(config, findTree(config, 10)).filters.map(({ id }) => id)).toEqual([4, 1])
    expect(findTree(config, 99)).toBeUndefined()
  })

  it('T2: without a tree are all visible ones, by position', () => {
    // A filter without a position keeps its place in the list.
    expect(facetPage(config, undefined)).toEqual({ tree: undefined, filters: [config.filters[0], config.filters[2], config.filters[3]] }) // biome-ignore format: one line reads better
    const turned = completeConfig({ filters: [filter(1, { position: 5 }), filter(2, { position: 1 })] } as never)
    expect(facetPage(turned, undefined).filters.map(({ id }) => id)).toEqual([2, 1])
  })

  it('T3: follow the tree of the collection, or else the default of the page', () => {
    expect(treeOfPage(config, { page: 'collection', collection: sale })?.id).toBe(12)
    expect(treeOfPage(config, { page: 'collection', collection: digits })?.id).toBe(13)
    expect(treeOfPage(config, { page: 'search', collection: undefined })?.id).toBe(11)
    expect(treeOfPage(completeConfig({}), { page: 'search', collection: undefined })).toBeUndefined()
  })
})
