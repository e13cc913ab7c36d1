import type { AdminProduct, ProductId } from '@vitrine/client/admin'

/** Returns the id that rules use for a product: the platform's id, or else Vitrine's. */
export function ownIdOf({ id, external_id: own }: Pick<AdminProduct, 'id' | 'external_id'>): ProductId {
  return own ?? id
}
