import type { FuzzTarget } from './targets.ts'
import { seededRandom } from './mutate.ts'

export interface FuzzResult {
  cases: number
  answers: Record<string, number>
  /** Seeds and causes of the first ten failures. */
  failures: string[]
}

/** Each case has a seed, so that it can be repeated alone. */
export async function runFuzz(target: FuzzTarget, cases: number, firstSeed = 1): Promise<FuzzResult> {
  const result: FuzzResult = { cases, answers: {}, failures: [] }
  let next = firstSeed
  const runOn = async () => {
    while (next < firstSeed + cases) {
      const seed = next++
      const answer = await target.run(seededRandom(seed)).catch((error: unknown) => {
        if (result.failures.length < 10) result.failures.push(`seed ${seed}: ${String(error)}`)
        return 'failed'
      })
      result.answers[answer] = (result.answers[answer] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: target.atOnce ?? 1 }, runOn))
  return result
}
