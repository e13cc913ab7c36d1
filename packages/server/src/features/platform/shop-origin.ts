import type { Shop } from '../../ports/record-store/record-store.ts'

/** Distinguishes a shop from an earlier one with the same name: what was signed for that one is not valid here. */
export function shopOrigin({ id, createdAt }: Pick<Shop, 'id' | 'createdAt'>): string {
  return `${id} ${createdAt}`
}
