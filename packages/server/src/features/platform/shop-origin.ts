import type { Shop } from '../../ports/record-store/record-store.ts'

/** Tells a shop from one that had its name before it: what was signed for the other says nothing here. */
export function shopOrigin({ id, createdAt }: Pick<Shop, 'id' | 'createdAt'>): string {
  return `${id} ${createdAt}`
}
