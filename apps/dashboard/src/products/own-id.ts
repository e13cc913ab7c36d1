import type { AdminProduct, ProductId } from '@vitrine/client/admin'

/** Rules name a product by the platform's own id, if it has one. */
export function ownIdOf({ id, external_id: own }: Pick<AdminProduct, 'id' | 'external_id'>): ProductId {
  return own ?? id
}
