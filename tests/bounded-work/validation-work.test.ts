/** Tests that the work of validation grows with the size of the body and not with its square. */
import * as contract from '@vitrine/contract'
import { compileValidator, type Route, validateEvent } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StepCounter } from './count-steps.ts'
import { bodyWith, HOSTILE, places } from './hostile-bodies.ts'

const SIZE = 1500
/** Limit for all places of a request, twice what they need. Comparing all faults of one place takes two million. */
const maxSteps = (places: number) => 2000 * places + 100 * SIZE
/** Payloads of events have no schema, so each body is walked once to count its values. */
const maxEventSteps = (places: number) => 15 * SIZE * places
const MAX_FAULTS = 100

const declared = (Object.values(contract) as unknown[]).filter(isRoute)
/** Routes can share a schema. Streamed files have none. */
const routes = [...new Map(declared.map((route) => [route.request, route])).values()].filter(
  // Batches are left out, because the validator of single events validates them.
  (route) => !('x-streamed' in route.request) && route.path !== contract.eventBatchRoute.path,
)

function isRoute(value: unknown): value is Route & { request: NonNullable<Route['request']> } {
  return typeof value === 'object' && value !== null && 'errorShape' in value && 'request' in value
}

/** Events have validators of their own, because no schema can state their rules. */
const EVENT_KINDS: Record<string, 'v1' | 'v3' | 'legacy'> = {
  [contract.searchEventRoute.path]: 'v1',
  [contract.storefrontEventRoute.path]: 'v3',
  [contract.legacyEventRoute.path]: 'legacy',
}

function judgeOf({ path, request }: (typeof routes)[number]): (body: unknown) => number {
  const kind = EVENT_KINDS[path]
  if (kind !== undefined) {
    return (body) => {
      const judged = validateEvent(kind, body, { nowMs: 0 })
      return judged.kind === 'invalid' ? judged.items.length : 0
    }
  }
  const validate = compileValidator(request)
  return (body) => {
    const judged = validate(body)
    return judged.ok ? 0 : judged.items.length
  }
}

/** Making the bodies takes longer than validating them. */
const hostile = Object.entries(HOSTILE).map(([name, make]) => [name, make(SIZE)] as const)

const counter = new StepCounter()
beforeAll(() => counter.start())
afterAll(() => counter.stop())

describe('validation of a hostile body', () => {
  for (const route of routes) {
    it(`takes work in proportion to its size: ${route.method} ${route.path}`, async () => {
      const judge = judgeOf(route)
      // The first call compiles the schema, which is not counted.
      judge({})
      const at = [...places(route.request as never)]
      for (const [name, value] of hostile) {
        const bodies = at.map((place) => bodyWith(place, value))
        const faults: number[] = []
        const steps = await counter.count(() => {
          for (const body of bodies) faults.push(judge(body))
        })
        const allowed = route.path in EVENT_KINDS ? maxEventSteps(at.length) : maxSteps(at.length)
        expect(steps, name).toBeLessThanOrEqual(allowed)
        expect(Math.max(...faults), name).toBeLessThanOrEqual(MAX_FAULTS)
      }
    })
  }
})
