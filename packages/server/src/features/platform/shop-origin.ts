import type { Shop } from '../../ports/record-store/record-store.ts'

/** Distinguishes a shop from an earlier one with the same name: what was signed for the earlier one is not valid. */
export function shopOrigin({ id, createdAt }: Pick<Shop, 'id' | 'createdAt'>): string {
  return `${id} ${createdAt}`
}
