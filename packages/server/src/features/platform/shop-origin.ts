import type { Shop } from '../../ports/record-store/record-store.ts'

/** Differs for a new shop with the name of a deleted one, so that tokens of the old shop are not valid. */
export function shopOrigin({ id, createdAt }: Pick<Shop, 'id' | 'createdAt'>): string {
  return `${id} ${createdAt}`
}
