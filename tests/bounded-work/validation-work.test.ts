/** What it costs to judge a body grows with the body and not with its square, at every place of every declared request. */
import * as contract from '@vitrine/contract'
import { compileValidator, type Route } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StepCounter } from './count-steps.ts'
import { bodyWith, HOSTILE, places } from './hostile-bodies.ts'

const SIZE = 1500
/**
 * Blocks of code that all places of a request may take together. Ours stay below half of it; one place where every fault is
 * held against every other takes more than two million.
 */
const maxSteps = (places: number) => 2000 * places + 100 * SIZE
const MAX_FAULTS = 100

const declared = (Object.values(contract) as unknown[]).filter(isRoute)
/** One route for each request: some share theirs. A file that is read as a stream has no form to judge. */
const routes = [...new Map(declared.map((route) => [route.request, route])).values()].filter(
  (route) => !('x-streamed' in route.request),
)

function isRoute(value: unknown): value is Route & { request: NonNullable<Route['request']> } {
  return typeof value === 'object' && value !== null && 'errorShape' in value && 'request' in value
}

const counter = new StepCounter()
beforeAll(() => counter.start())
afterAll(() => counter.stop())

describe('judging a hostile body', () => {
  for (const route of routes) {
    it(`takes work in proportion to its size: ${route.method} ${route.path}`, async () => {
      const validate = compileValidator(route.request)
      const at = [...places(route.request as never)]
      for (const [name, make] of Object.entries(HOSTILE)) {
        const bodies = at.map((place) => bodyWith(place, make(SIZE)))
        const judged: ReturnType<typeof validate>[] = []
        const steps = await counter.count(() => {
          for (const body of bodies) judged.push(validate(body))
        })
        expect(steps, name).toBeLessThanOrEqual(maxSteps(at.length))
        const faults = judged.map((one) => (one.ok ? 0 : one.items.length))
        expect(Math.max(...faults), name).toBeLessThanOrEqual(MAX_FAULTS)
      }
    })
  }
})
