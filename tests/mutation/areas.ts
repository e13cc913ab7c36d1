/** Defines what is mutated, and in which order tests run against a mutant. */
import { dirname } from 'node:path'
import type { RelatedTests } from './related-tests.ts'

export const AREAS: Readonly<Record<string, string>> = {
  engine: 'packages/engine/src',
  recommend: 'packages/recommend/src',
  features: 'packages/server/src/features',
  contract: 'packages/contract/src',
  http: 'packages/server/src/http',
  cli: 'packages/server/src/cli',
  embedder: 'packages/embedder/src',
  client: 'packages/client/src',
  dashboard: 'apps/dashboard/src',
  storefront: 'apps/storefront/src',
}

/** Tests with more imports in between test something else. */
const NEAR_STEPS = 4

/** Limits the cost of a mutant that survives. */
export interface FarTests {
  readonly max: number
  readonly maxSeconds: number
  /** Duration of the test file's last run. */
  secondsOf(test: string): number
}

/** Returns test files in stages: beside the mutated file, near it, far away. Tests with similar names run first. */
export function stagesFor(related: RelatedTests, file: string, far: FarTests): string[][] {
  const folder = `${dirname(file)}/`
  const home = file.slice(0, file.indexOf('/src/'))
  const beside = [...related.keys()].filter((test) => test.startsWith(folder))
  const others = [...related.keys()].filter((test) => !test.startsWith(folder))
  const isNear = (test: string) => test.startsWith(home) && related.get(test)! <= NEAR_STEPS
  const likeness = likenessTo(file, [...related.keys()])
  const byLikeness = (a: string, b: string) => likeness(b) - likeness(a) || far.secondsOf(a) - far.secondsOf(b)
  const near = others.filter(isNear).sort((a, b) => related.get(a)! - related.get(b)! || byLikeness(a, b))
  const distant = others.filter((test) => !isNear(test)).sort(byLikeness)
  return [beside, within(near, far), within(distant, far)].filter((stage) => stage.length > 0)
}

/** Limits the tests by number and time, but includes the first in any case. */
function within(tests: readonly string[], { max, maxSeconds, secondsOf }: FarTests): string[] {
  let seconds = 0
  return tests.slice(0, max).filter((test, i) => {
    const fits = i === 0 || seconds + secondsOf(test) <= maxSeconds
    if (fits) seconds += secondsOf(test)
    return fits
  })
}

/** Rates tests by the words that their path shares with the file's. Rare words count more. */
function likenessTo(file: string, tests: readonly string[]): (test: string) => number {
  const holders = new Map<string, number>()
  for (const test of tests) for (const word of wordsOf(test)) holders.set(word, (holders.get(word) ?? 0) + 1)
  const own = wordsOf(file)
  return (test) => [...wordsOf(test)].reduce((sum, word) => sum + (own.has(word) ? 1 / holders.get(word)! : 0), 0)
}

function wordsOf(path: string): Set<string> {
  const named = path.replace(/^.*\/src\/|^tests\/\w+\//, '').replace(/(?:\.test)?\.tsx?$/, '')
  return new Set(named.split(/[^a-z0-9]+/i).map((word) => word.replace(/s$/, '')))
}
