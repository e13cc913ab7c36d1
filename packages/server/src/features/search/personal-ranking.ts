import { givenType, type PersonalScorer } from '@vitrine/engine'
import { affinity, learnTaste, type TasteEvent } from '@vitrine/recommend'
import type { Product } from '../../ports/record-store/product.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { indexFields } from '../../ports/search-index/index-fields.ts'
import type { ProductReader } from '../catalog/product-reader.ts'
import type { Identity, ProfileReader } from '../identity/profile-reader.ts'

export interface PersonalRanking {
  scorer(shop: Shop, identity: Identity, nowMs: number): Promise<PersonalScorer | undefined>
}

export interface TasteDeps {
  profiles: ProfileReader
  products: ProductReader
}

const ATTRIBUTES = [indexFields.vendor, indexFields.productType, indexFields.tag]
/** Histories have an order but no times, so each step back counts as half a day. */
const STEP_MS = 43_200_000
const MAX_EVENTS = 30

export function tasteRanking({ profiles, products }: TasteDeps): PersonalRanking {
  return {
    async scorer(shop, identity, nowMs) {
      if (!identity.visitorId && !identity.clientId && !identity.customerId) return undefined
      const history = await profiles.history(shop.id, identity)
      const kinds = [
        ['view', history.browsedProducts],
        ['cart', history.cartProducts],
        ['order', history.purchasedProducts],
      ] as const
      const events: TasteEvent[] = []
      for (const [kind, ids] of kinds) {
        const known = await products.read(shop.id, ids.slice(0, MAX_EVENTS))
        known.forEach((product, i) => {
          events.push({ kind, features: featuresOf(product), atMs: nowMs - i * STEP_MS })
        })
      }
      if (events.length === 0) return undefined
      const taste = learnTaste(events, nowMs)
      return { attributes: ATTRIBUTES, affinity: (features) => affinity(taste, features) }
    },
  }
}

function featuresOf(product: Product): string[] {
  const { vendor, productType, tags } = product
  return [
    ...(vendor ? [`${indexFields.vendor}:${vendor}`] : []),
    ...(givenType(product) ? [`${indexFields.productType}:${productType}`] : []),
    ...tags.map((tag) => `${indexFields.tag}:${tag}`),
  ]
}
