import type { GoldenQuery } from '@vitrine/contract'

export interface GoldenHit {
  id: number
  type: string
}

const FIRST = 10

/** Returns undefined if the expectation holds. */
export function goldenFault(golden: GoldenQuery, found: { total: number; hits: readonly GoldenHit[] }) {
  const within = golden.within ?? FIRST
  const first = found.hits.slice(0, within)
  if (golden.shows === 'nothing') return found.total === 0 ? undefined : `shows ${found.total} products instead of none`
  if (golden.product_id !== undefined && !first.some(({ id }) => id === golden.product_id))
    return `does not show product ${golden.product_id} among the first ${within}`
  const type = golden.product_type?.toLowerCase()
  if (type !== undefined && !first.some((hit) => hit.type.toLowerCase() === type))
    return `shows nothing of type “${golden.product_type}” among the first ${within}`
  return undefined
}
