import type { FuzzTarget } from './targets.ts'
import { seededRandom } from './mutate.ts'

export interface FuzzResult {
  cases: number
  /** How many of each answer. */
  answers: Record<string, number>
  /** The seeds of the cases that failed, with why; the first ten. */
  failures: string[]
}

/** Each case has a seed of its own, so that a failure can be run again alone. */
export async function runFuzz(target: FuzzTarget, cases: number, firstSeed = 1): Promise<FuzzResult> {
  const result: FuzzResult = { cases, answers: {}, failures: [] }
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const answer = await target.run(seededRandom(seed)).catch((error: unknown) => {
      if (result.failures.length < 10) result.failures.push(`seed ${seed}: ${String(error)}`)
      return 'failed'
    })
    result.answers[answer] = (result.answers[answer] ?? 0) + 1
  }
  return result
}
