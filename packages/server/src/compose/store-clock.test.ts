import { expect, it } from 'vitest'
import { StoreClock } from './store-clock.ts'

const STORE_MS = 5_000_000

it('a node uses the time of its store, however wrong the clock of its machine is', async () => {
  const clock = new StoreClock()
  const begunMs = performance.now()
  await clock.ask({ rows: async <Row>() => [{ ms: STORE_MS }] as Row[] })
  const reported = clock.now()
  expect(reported).toBeGreaterThanOrEqual(STORE_MS)
  expect(reported).toBeLessThanOrEqual(STORE_MS + Math.ceil(performance.now() - begunMs))
})
