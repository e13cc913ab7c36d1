import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { collectionHandle, collectionNumber, findCollection } from './collection-names.ts'

const config = completeConfig({
  collections: [
    { id: 501, handle: 'sale', title: 'S' },
    { id: 502, handle: '501', title: 'T' },
    { id: 'pcol_01H', handle: 'oak', title: 'O' },
  ],
})
const [sale, digits, oak] = config.collections

describe('a collection', () => {
  it('N1: is found by number as id first, by text as handle first', () => {
    expect([findCollection(config, 501), findCollection(config, '501')]).toEqual([sale, digits])
    expect([findCollection(config, 'sale'), findCollection(config, '502')]).toEqual([sale, digits])
    expect(findCollection(config, 'none')).toBeUndefined()
  })

  it('N2: is found by handle, by its id in every form, and by its derived number', () => {
    for (const name of [502, 'gid://shopify/Collection/502']) expect(findCollection(config, name)).toBe(digits)
    for (const name of ['oak', 'pcol_01H', collectionNumber(oak!)]) expect(collectionHandle(config, name)).toBe('oak')
  })

  it('N3: without a configuration is named as in its products', () => {
    expect([collectionHandle(config, 'x'), collectionHandle(config, 'gid://shopify/Collection/9')]).toEqual(['x', '9'])
  })
})
