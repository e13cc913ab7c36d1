/** How far one product of an answer stands from the one above it, and what decided between them. */
import type { Explained } from '@vitrine/contract'
import type { Hit } from '@vitrine/engine'
import { presentExplanation } from '../search/present-explanation.ts'

export function distanceBetween(above: Hit, own: Hit): NonNullable<Explained['distance']> {
  const [left, right] = [above.explanation, own.explanation]
  const gap = (a: number | undefined, b: number | undefined) => round((a ?? 0) - (b ?? 0))
  const gaps = {
    text: gap(left.text, right.text),
    vector: gap(left.semantic, right.semantic),
    popularity: gap(left.popularity, right.popularity),
    clicks: gap(left.preference, right.preference),
    personal: gap(left.personal, right.personal),
  }
  const match = left.matchClass === right.matchClass ? null : String(presentExplanation(above).match)
  return { match, ...gaps, decided_by: decidedBy(above, own, gaps) }
}

/** In the order in which ranking looks at them: rules, stock, how well the words match, then the largest gap of the mixed score. */
function decidedBy(above: Hit, own: Hit, gaps: Record<string, number>): string {
  const [left, right] = [above.explanation, own.explanation]
  if (left.rule !== right.rule) return 'rule'
  if (left.inStock !== right.inStock) return 'stock'
  if (left.matchClass !== right.matchClass) return 'match'
  const [name = 'tie', gap = 0] = Object.entries(gaps).sort(([, a], [, b]) => b - a)[0] ?? []
  return gap > 0 ? name : 'tie'
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
