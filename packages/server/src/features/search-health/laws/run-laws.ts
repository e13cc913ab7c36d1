import type { ShopUnderTest, Law } from './law.ts'
import type { LawCatalog } from './law-catalog.ts'
import { LAWS } from './laws.ts'

export interface LawOutcome {
  law: Law
  asked: number
  kept: number
  /** Cases that no engine can satisfy, which were not tested. */
  sortedOut: number
  faults: readonly LawFault[]
}

export interface LawFault {
  query: string
  fault: string
}

/** `asked` is 0 for a law without cases in the catalog, or for which the shop lacks the data. */
export async function runLaws(shop: ShopUnderTest, catalog: LawCatalog): Promise<LawOutcome[]> {
  const asked = remembering(shop)
  const outcomes: LawOutcome[] = []
  for (const law of LAWS) outcomes.push(await runLaw(asked, catalog, law))
  return outcomes
}

export async function runLaw(shop: ShopUnderTest, catalog: LawCatalog, law: Law): Promise<LawOutcome> {
  if (!canBeHeld(shop, law)) return { law, asked: 0, kept: 0, sortedOut: 0, faults: [] }
  const { cases, sortedOut } = law.cases(catalog)
  const faults: LawFault[] = []
  for (const one of cases) {
    const fault = await one.fault(shop)
    if (fault !== undefined) faults.push({ query: one.query, fault })
  }
  return { law, asked: cases.length, kept: cases.length - faults.length, sortedOut, faults }
}

function canBeHeld(shop: ShopUnderTest, { needs }: Law): boolean {
  if (needs === undefined) return true
  // A server that provides counts provides metadata, too.
  return needs === 'suggestions' ? shop.suggest !== undefined : shop.count !== undefined
}

export function pooled(runs: readonly (readonly LawOutcome[])[]): LawOutcome[] {
  return LAWS.map((law) => {
    const all = runs.flatMap((run) => run.filter((one) => one.law === law))
    const sum = (count: (one: LawOutcome) => number) => all.reduce((total, one) => total + count(one), 0)
    return {
      law,
      asked: sum(({ asked }) => asked),
      kept: sum(({ kept }) => kept),
      sortedOut: sum(({ sortedOut }) => sortedOut),
      faults: all.flatMap(({ faults }) => faults),
    }
  })
}

export function rateOf({ asked, kept }: LawOutcome): number {
  return asked === 0 ? 1 : kept / asked
}

/** Laws repeat each other's queries to compare answers, so answers are cached. */
export function remembering(shop: ShopUnderTest): ShopUnderTest {
  return Object.fromEntries(Object.entries(shop).map(([name, ask]) => [name, remembered(ask)])) as never
}

function remembered<Asked, Answer>(ask: (asked: Asked) => Answer): (asked: Asked) => Answer {
  const known = new Map<string, Answer>()
  return (asked) => {
    const key = JSON.stringify(asked)
    const answer = known.get(key) ?? ask(asked)
    known.set(key, answer)
    return answer
  }
}
