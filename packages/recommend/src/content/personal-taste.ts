/** A visitor's taste, for search: decaying weights of the features of products viewed, added to a cart or bought. */
export interface TasteEvent {
  features: readonly string[]
  kind: 'view' | 'cart' | 'order'
  atMs: number
}

const DAY_MS = 86_400_000
const KIND_WEIGHT = { view: 1, cart: 3, order: 4 } as const
/** Long enough to learn a style, short enough to forget a single present. */
const HALF_LIFE_DAYS = 21
/** Prior, in events: one view changes affinities little, twenty change them almost fully. */
const DOUBT = 4

export interface PersonalTaste {
  weights: ReadonlyMap<string, number>
  total: number
}

export function learnTaste(events: readonly TasteEvent[], nowMs: number): PersonalTaste {
  const weights = new Map<string, number>()
  let total = 0
  for (const { features, kind, atMs } of events) {
    const weight = KIND_WEIGHT[kind] * 2 ** (-Math.max(0, nowMs - atMs) / DAY_MS / HALF_LIFE_DAYS)
    total += weight
    for (const feature of new Set(features)) weights.set(feature, (weights.get(feature) ?? 0) + weight)
  }
  return { weights, total }
}

/** Returns 0 for an unknown visitor and nearly 1 if the visitor keeps choosing every feature of the product. */
export function affinity(taste: PersonalTaste, features: readonly string[]): number {
  if (taste.total === 0 || features.length === 0) return 0
  let shared = 0
  for (const feature of features) shared += taste.weights.get(feature) ?? 0
  return shared / features.length / (taste.total + DOUBT)
}
