import { type CollectionConfig, readPlatformId, type ShopConfig } from '@vitrine/contract'
import { itemNumber } from '../../ports/record-store/item-number.ts'
import { oncePer } from './once-per.ts'

type Collections = Pick<ShopConfig, 'collections'>

interface CollectionLookup {
  byId: ReadonlyMap<string, CollectionConfig>
  byHandle: ReadonlyMap<string, CollectionConfig>
}

/** A number is tried first as an id, and a text first as a handle, which may consist of digits. */
export function findCollection(config: Collections, name: string | number): CollectionConfig | undefined {
  const { byId, byHandle } = lookupOf(config.collections)
  const [first, second] = typeof name === 'number' ? [byId, byHandle] : [byHandle, byId]
  return first.get(String(name)) ?? second.get(collectionName(name))
}

/** The index uses handles. A collection without a configuration is named as in its products. */
export function collectionHandle(config: Collections, name: string | number): string {
  return findCollection(config, name)?.handle ?? collectionName(name)
}

/** All notations of an id become the same text: `gid://shopify/Collection/7` becomes 7. */
export function collectionName(name: string | number): string {
  return String(readPlatformId(name) ?? name)
}

export function collectionNumber({ id }: CollectionConfig): number {
  return itemNumber('collection', id)
}

const lookupOf = oncePer(
  (collections: readonly CollectionConfig[]): CollectionLookup => ({
    byId: new Map(
      collections.flatMap((one) =>
        [collectionName(one.id), String(collectionNumber(one))].map((id) => [id, one] as const),
      ),
    ),
    byHandle: new Map(collections.map((one) => [one.handle, one])),
  }),
)
