import { expect, it } from 'vitest'
import { fuzzImport } from './import-target.ts'
import { runFuzz } from './run-fuzz.ts'

it('a broken file of any preset gives products or faults, and never an internal error', async () => {
  const { failures, answers } = await runFuzz(await fuzzImport(), 100)
  expect(failures).toEqual([])
  // Some samples must still be readable, so that every outcome occurs.
  expect(Object.keys(answers).sort()).toEqual(['in part', 'refused', 'taken'])
})
