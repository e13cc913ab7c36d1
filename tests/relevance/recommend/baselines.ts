/** Baselines: popularity, item-to-item cosine, and VS-kNN (Ludewig and Jannach, 2018). */
export interface Baseline {
  name: string
  /** Best first. May include items of the visit. */
  rank(visit: readonly number[], limit: number): number[]
}

export function baselines(alone: boolean): ((visits: readonly number[][]) => Baseline)[] {
  return alone ? [] : [popularity, itemKnn, vsKnn]
}

function popularity(visits: readonly number[][]): Baseline {
  const counts = new Map<number, number>()
  for (const visit of visits) for (const item of visit) counts.set(item, (counts.get(item) ?? 0) + 1)
  const ranked = best(counts, 200)
  return { name: 'popularity', rank: (_, limit) => ranked.slice(0, limit) }
}

function itemKnn(visits: readonly number[][]): Baseline {
  const seen = new Map<number, number>()
  const together = new Map<number, Map<number, number>>()
  for (const visit of visits) {
    const items = [...new Set(visit)].slice(-50)
    for (const a of items) {
      seen.set(a, (seen.get(a) ?? 0) + 1)
      const row = together.get(a) ?? new Map<number, number>()
      together.set(a, row)
      for (const b of items) if (a !== b) row.set(b, (row.get(b) ?? 0) + 1)
    }
  }
  const cosine = (a: number, b: number, both: number) =>
    both / Math.sqrt(((seen.get(a) ?? 0) + 20) * (seen.get(b) ?? 1))
  const rank = (visit: readonly number[], limit: number) => {
    const last = visit[visit.length - 1] as number
    const row = together.get(last) ?? new Map<number, number>()
    return best(new Map(Array.from(row, ([b, both]) => [b, cosine(last, b, both)])), limit)
  }
  return { name: 'item-kNN', rank }
}

const SAMPLE = 1000
const NEIGHBOURS = 100

function vsKnn(visits: readonly number[][]): Baseline {
  const visitsOf = new Map<number, number[]>()
  visits.forEach((visit, number) => {
    for (const item of new Set(visit)) {
      const list = visitsOf.get(item)
      if (list) list.push(number)
      else visitsOf.set(item, [number])
    }
  })
  const rank = (visit: readonly number[], limit: number) => {
    const weights = new Map(visit.map((item, place) => [item, (place + 1) / visit.length]))
    const candidates = new Set<number>()
    for (const item of weights.keys())
      for (const number of (visitsOf.get(item) ?? []).slice(-SAMPLE)) candidates.add(number)
    const recent = [...candidates].sort((a, b) => b - a).slice(0, SAMPLE)
    const likeness = new Map(recent.map((number) => [number, sumOf(visits[number] as number[], weights)]))
    const scores = new Map<number, number>()
    for (const number of best(likeness, NEIGHBOURS))
      addVisit(scores, visits[number] as number[], visit, likeness.get(number) ?? 0)
    return best(scores, limit)
  }
  return { name: 'VS-kNN', rank }
}

/** The weight depends on how late in the visit the latest shared item is. */
function addVisit(scores: Map<number, number>, neighbour: number[], visit: readonly number[], likeness: number): void {
  const items = new Set(neighbour)
  const steps = [...visit].reverse().findIndex((item) => items.has(item)) + 1
  const decay = steps > 0 && steps < 10 ? 1 - 0.1 * steps : 0
  for (const item of items) scores.set(item, (scores.get(item) ?? 0) + likeness * decay)
}

function sumOf(items: readonly number[], weights: ReadonlyMap<number, number>): number {
  let sum = 0
  for (const item of new Set(items)) sum += weights.get(item) ?? 0
  return sum
}

function best(scores: ReadonlyMap<number, number>, limit: number): number[] {
  return [...scores]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, limit)
    .map(([item]) => item)
}
