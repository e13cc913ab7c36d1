/** Sends a few of the broken bodies that `npm run fuzz` sends by the thousand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../conformance/harness.ts'
import { runFuzz } from './run-fuzz.ts'
import { fuzzConfiguration, fuzzCsv, fuzzForms, fuzzNdjson, fuzzWebhooks, type FuzzTarget } from './targets.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const TARGETS: [name: string, cases: number, open: () => Promise<FuzzTarget>][] = [
  ['product lines', 500, fuzzNdjson],
  ['CSV files', 500, fuzzCsv],
  ['configuration documents', 500, fuzzConfiguration],
  ['webhooks', 200, () => fuzzWebhooks(harness)],
  ['forms', 200, () => fuzzForms(harness)],
]

describe('broken bodies:', () => {
  it.each(TARGETS)('%s are accepted or refused, never with an internal error', async (_, cases, open) => {
    const target = await open()
    const { answers, failures } = await runFuzz(target, cases)
    await target.close()
    expect(failures).toEqual([])
    // If all bodies were accepted, or all refused, the test would prove nothing.
    const taken = Object.keys(answers).filter((answer) => answer === 'taken' || answer === '200')
    expect(taken).toHaveLength(1)
    expect(Object.keys(answers).length).toBeGreaterThan(1)
  })
})
