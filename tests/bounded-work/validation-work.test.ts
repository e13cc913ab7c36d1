/** Tests that the work of validating a body grows with its size and not with the square of it, at every place of every declared request. */
import * as contract from '@vitrine/contract'
import { compileValidator, type Route, validateEvent } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StepCounter } from './count-steps.ts'
import { bodyWith, HOSTILE, places } from './hostile-bodies.ts'

const SIZE = 1500
/**
 * Maximum number of executed blocks for all places of a request together. Real requests need less than half of it. A
 * single place where every fault is compared with every other needs more than two million.
 */
const maxSteps = (places: number) => 2000 * places + 100 * SIZE
/** An event's payload has no schema, so each body is walked once to count its values. */
const maxEventSteps = (places: number) => 15 * SIZE * places
const MAX_FAULTS = 100

const declared = (Object.values(contract) as unknown[]).filter(isRoute)
/** One route for each request schema, because some routes share one. A file that is read as a stream has no schema. */
const routes = [...new Map(declared.map((route) => [route.request, route])).values()].filter(
  // A batch is validated event by event, by the validator of the route for single events.
  (route) => !('x-streamed' in route.request) && route.path !== contract.eventBatchRoute.path,
)

function isRoute(value: unknown): value is Route & { request: NonNullable<Route['request']> } {
  return typeof value === 'object' && value !== null && 'errorShape' in value && 'request' in value
}

/** Events have rules that no schema can state, so they have validators of their own. The schema of the route is documentation only. */
const EVENT_KINDS: Record<string, 'v1' | 'v3' | 'legacy'> = {
  [contract.searchEventRoute.path]: 'v1',
  [contract.storefrontEventRoute.path]: 'v3',
  [contract.legacyEventRoute.path]: 'legacy',
}

/** Returns a function that counts the faults of a body. */
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

/** Made once, because making the bodies takes longer than validating them, and validation does not change them. */
const hostile = Object.entries(HOSTILE).map(([name, make]) => [name, make(SIZE)] as const)

const counter = new StepCounter()
beforeAll(() => counter.start())
afterAll(() => counter.stop())

describe('validation of a hostile body', () => {
  for (const route of routes) {
    it(`takes work in proportion to its size: ${route.method} ${route.path}`, async () => {
      const judge = judgeOf(route)
      // The first call compiles the schema, which must not be counted.
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
