/** How far one product of an answer stands from the one above it, and what decided between them. */
import type { Explained } from '@vitrine/contract'
import type { Hit } from '@vitrine/engine'
import { matchOf } from '../search/present-explanation.ts'

export function distanceBetween(above: Hit, own: Hit): NonNullable<Explained['distance']> {
  const [left, right] = [above.explanation.features, own.explanation.features]
  const gap = (a: number | undefined, b: number | undefined) => round((a ?? 0) - (b ?? 0))
  const gaps = {
    text: gap(left?.all, right?.all),
    vector: gap(left?.similarity, right?.similarity),
    popularity: gap(above.explanation.popularity, own.explanation.popularity),
    clicks: gap(left?.clicks, right?.clicks),
    personal: gap(left?.personal, right?.personal),
  }
  const match = matchOf(above) === matchOf(own) ? null : matchOf(above)
  return { match, ...gaps, decided_by: decidedBy(above, own, gaps) }
}

/** The merchant's rule, else the first of the ranking rules that tells the two apart; of relevance, its largest gap. */
function decidedBy(above: Hit, own: Hit, gaps: Record<string, number>): string {
  const [left, right] = [above.explanation, own.explanation]
  if (left.rule !== right.rule) return 'rule'
  const decisive = (left.rules ?? []).find(({ value }, place) => value !== right.rules?.[place]?.value)?.rule
  if (decisive === 'exact' || decisive === 'tier') return 'match'
  if (decisive === 'preferences' || decisive === 'stock') return decisive
  const [name = 'tie', gap = 0] = Object.entries(gaps).sort(([, a], [, b]) => b - a)[0] ?? []
  return gap > 0 ? name : 'tie'
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
