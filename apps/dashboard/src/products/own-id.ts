import type { AdminProduct, ProductId } from '@vitrine/client/admin'

/** Returns the id that rules use for a product: the platform's own id if it has one. */
export function ownIdOf({ id, external_id: own }: Pick<AdminProduct, 'id' | 'external_id'>): ProductId {
  return own ?? id
}
