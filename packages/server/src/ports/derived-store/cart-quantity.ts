import type { CartMoveKind } from './derived-facts.ts'

export interface CartMove {
  at: number
  kind: CartMoveKind
  quantity: number
}

/** The shop's own event and the platform's for one addition are at most this far apart, in either order. */
const SAME_MOMENT_MS = 5000

/** The whole cart comes before additions, and these before removals of the same moment. */
const RANKS: Record<CartMoveKind, number> = { whole: 0, add: 1, surface: 1, remove: 2 }

/** Takes changes in any order, and ignores those up to `emptiedAtMs`. */
export function quantityInCart(moves: readonly CartMove[], emptiedAtMs: number): number {
  const additions = moves.filter(({ kind }) => kind === 'add')
  const counted = moves
    .filter((move) => move.at > emptiedAtMs && !isReportedTwice(move, additions))
    .toSorted((a, b) => a.at - b.at || RANKS[a.kind] - RANKS[b.kind])
  let inCart = 0
  let seenAt = -1
  for (const { at, kind, quantity } of counted) {
    if (kind === 'whole') {
      inCart = quantity
      seenAt = at
    } else if (kind === 'remove') inCart = Math.max(0, inCart - quantity)
    // A whole cart that was reported at the same moment already contains the addition.
    else if (at === seenAt) inCart = Math.max(inCart, quantity)
    else inCart += quantity
  }
  return inCart
}

function isReportedTwice({ kind, at }: CartMove, additions: readonly CartMove[]): boolean {
  return kind === 'surface' && additions.some((addition) => Math.abs(addition.at - at) <= SAME_MOMENT_MS)
}
