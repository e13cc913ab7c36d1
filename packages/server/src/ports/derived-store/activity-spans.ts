/** A span has no gap of more than `GAP_MS`. Late events may join two spans, so the order of events does not matter. */
import type { Search, SearchClick, Visit } from './derived-facts.ts'

export const GAP_MS = 30 * 60_000

export interface ActivitySpan {
  firstAtMs: number
  lastAtMs: number
}

export function isNear(a: ActivitySpan, b: ActivitySpan): boolean {
  return a.firstAtMs - b.lastAtMs <= GAP_MS && b.firstAtMs - a.lastAtMs <= GAP_MS
}

export function mergeSpans<T extends ActivitySpan>(
  all: readonly T[],
  keyOf: (one: T) => string,
  join: (a: T, b: T) => T,
): T[] {
  return [...Map.groupBy(all, keyOf).values()].flatMap((ofKey) => {
    const spans: T[] = []
    for (const one of ofKey.toSorted((a, b) => a.firstAtMs - b.firstAtMs)) {
      const last = spans.at(-1)
      if (last && isNear(last, one)) spans[spans.length - 1] = join(last, one)
      else spans.push(one)
    }
    return spans
  })
}

/** Returns the stored rows, and the given spans whose rows were removed as too old. */
export function countedSpans<T extends ActivitySpan>(
  given: readonly T[],
  found: readonly T[],
  keyOf: (one: T) => string,
): T[] {
  const rows = Map.groupBy(found, keyOf)
  return [...found, ...given.filter((one) => !rows.get(keyOf(one))?.some((row) => isNear(row, one)))]
}

export const visitKey = ({ visitor }: Pick<Visit, 'visitor'>) => visitor
export const searchKey = ({ visitor, query }: Pick<Search, 'visitor' | 'query'>) => `${visitor}\n${query}`

/** The earliest event begins the visit; at the same time, the smaller path does. */
export function joinVisits(a: Visit, b: Visit): Visit {
  return {
    ...(compareStart(a, b) <= 0 ? a : b),
    ...earlierPlace(a, b),
    lastAtMs: Math.max(a.lastAtMs, b.lastAtMs),
    steps: a.steps | b.steps,
    pages: [...new Set([...a.pages, ...b.pages])].sort(),
  }
}

function compareStart(a: Visit, b: Visit): number {
  return a.firstAtMs - b.firstAtMs || compareTexts(a.path, b.path) || compareTexts(a.device, b.device)
}

/** The earliest place counts; at the same time, the smaller one. */
function earlierPlace(a: Visit, b: Visit): Pick<Visit, 'placedAtMs' | 'place'> {
  const [first, second] = a.place === '' || (b.place !== '' && comparePlaces(a, b) > 0) ? [b, a] : [a, b]
  const { placedAtMs, place } = first.place === '' ? second : first
  return { placedAtMs, place }
}

const comparePlaces = (a: Visit, b: Visit) => a.placedAtMs - b.placedAtMs || compareTexts(a.place, b.place)

/** The first answer counts; at the same time, the one that found more. */
export function joinSearches(a: Search, b: Search): Search {
  const { answer, answeredAtMs } = isAnsweredFirst(a, b) ? a : b
  return {
    visitor: a.visitor,
    query: a.query,
    firstAtMs: Math.min(a.firstAtMs, b.firstAtMs),
    lastAtMs: Math.max(a.lastAtMs, b.lastAtMs),
    answer,
    answeredAtMs,
    clicks: firstClicks([...a.clicks, ...b.clicks]),
  }
}

const ANSWERS = ['found', 'approximate', 'empty']

function isAnsweredFirst(a: Search, b: Search): boolean {
  if (a.answer === '' || b.answer === '') return b.answer === ''
  if (a.answeredAtMs !== b.answeredAtMs) return a.answeredAtMs < b.answeredAtMs
  return ANSWERS.indexOf(a.answer) <= ANSWERS.indexOf(b.answer)
}

function firstClicks(clicks: readonly SearchClick[]): SearchClick[] {
  const inOrder = clicks.toSorted((a, b) => a.atMs - b.atMs || compareTexts(a.eventId, b.eventId))
  const first = new Map<number, SearchClick>()
  for (const click of inOrder) if (!first.has(click.productId)) first.set(click.productId, click)
  return [...first.values()]
}

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
