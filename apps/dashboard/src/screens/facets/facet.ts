import type { ShopConfigInput } from '@vitrine/client/admin'

export type Filter = NonNullable<ShopConfigInput['filters']>[number]
export type Tree = NonNullable<ShopConfigInput['filter_trees']>[number]

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = list.slice()
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
