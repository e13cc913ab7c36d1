import { describe, expect, it } from 'vitest'
import { TooBusy } from '../features/errors.ts'
import { ADMISSION_LIMITS, Admission, type AdmissionLimits } from './admission.ts'
import { DEAR } from './request-cost.ts'

/** A loop by hand: `turn` runs what was put off; the clock goes only as the test says. */
function open(changes: Partial<AdmissionLimits> = {}) {
  let nowMs = 0
  let deferred: (() => void)[] = []
  const admission = new Admission({
    now: () => nowMs,
    defer: (then) => deferred.push(then),
    limits: { ...ADMISSION_LIMITS, ...changes },
  })
  const order: string[] = []
  return {
    admission,
    order,
    pass(ms: number) {
      nowMs += ms
    },
    async turn() {
      const due = deferred
      deferred = []
      for (const then of due) then()
      await settle()
    },
    /** A request that takes so long of the loop, all at once. */
    ask: (name: string, flow: string, { cost = DEAR, tookMs = 0 } = {}) =>
      admission
        .run(flow, cost, () => {
          nowMs += tookMs
          order.push(name)
          return name
        })
        .catch((error) => (error instanceof TooBusy ? `503 ${name}` : Promise.reject(error))),
    /** A request that is at work until it is told to end. */
    hold(flow: string, cost = DEAR) {
      const work = Promise.withResolvers<void>()
      const done = admission.run(flow, cost, () => work.promise)
      const end = () => {
        work.resolve()
        return settle()
      }
      return { done, end }
    },
  }
}

async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

describe('Admission', () => {
  it('begins at once while there is room', async () => {
    const { ask } = open()
    expect(await Promise.all([ask('a', 'x'), ask('b', 'x')])).toEqual(['a', 'b'])
  })

  it('lets cheap requests begin while dear ones wait', async () => {
    const { ask, hold, order } = open({ dear: 1 })
    const busy = hold('x')
    const dear = ask('dear', 'x')
    await ask('cheap', 'x', { cost: DEAR - 1 })
    expect(order).toEqual(['cheap'])
    await busy.end()
    await dear
    expect(order).toEqual(['cheap', 'dear'])
  })

  it('works on no more dear requests at a time than it may', async () => {
    const { hold, ask, order } = open({ dear: 2 })
    const first = hold('x')
    const second = hold('x')
    void ask('third', 'x')
    await settle()
    expect(order).toEqual([])
    await first.end()
    expect(order).toEqual(['third'])
    await second.end()
  })

  it('begins dear requests for a slice, then lets the rest of the loop have its turn', async () => {
    const { ask, order, turn } = open({ sliceMs: 8 })
    for (let i = 0; i < 10; i++) void ask(String(i), 'x', { tookMs: 3 })
    await settle()
    expect(order).toHaveLength(3)
    await turn()
    expect(order).toHaveLength(6)
  })

  it('serves the flow that has cost least before one that floods', async () => {
    const { ask, hold, order } = open({ dear: 1 })
    const busy = hold('flood')
    for (let i = 0; i < 5; i++) void ask(`flood ${i}`, 'flood', { cost: 10 })
    void ask('other', 'other', { cost: 10 })
    await busy.end()
    expect(order.indexOf('other')).toBeLessThanOrEqual(1)
  })

  it('weighs flows by what they cost, not by how often they ask', async () => {
    const { ask, hold, order } = open({ dear: 1, sliceMs: 1000 })
    const busy = hold('x')
    for (let i = 0; i < 3; i++) void ask('dearer', 'a', { cost: 30 })
    for (let i = 0; i < 6; i++) void ask('cheaper', 'b', { cost: 10 })
    await busy.end()
    expect(order.slice(0, 5).filter((name) => name === 'cheaper').length).toBeGreaterThanOrEqual(3)
  })

  it('works on no more dear requests of a flow at a time than it may, and on those of others beside them', async () => {
    const { hold, ask, order } = open({ dear: 4, dearOfFlow: 2 })
    const slow = [hold('slow'), hold('slow')]
    const third = ask('third', 'slow')
    await settle()
    expect(order).toEqual([])
    const other = ask('other', 'other')
    await slow[0]!.end()
    expect(await Promise.all([third, other])).toEqual(['third', 'other'])
    await slow[1]!.end()
  })

  it('lets others begin while a flow has as many at work as it may and more of it wait', async () => {
    const { hold, ask, order, turn } = open({ dear: 4, dearOfFlow: 1 })
    const slow = hold('slow')
    const behind = ask('behind', 'slow')
    const other = ask('other', 'other')
    await turn()
    expect(order).toEqual(['other'])
    await other
    await slow.end()
    await behind
  })

  it('turns away at once what finds the queue of its flow full, and nobody else', async () => {
    const { ask, hold, admission } = open({ dear: 1, waitingOfFlow: 2 })
    const busy = hold('x')
    const waiting = [ask('1', 'x'), ask('2', 'x')]
    expect(await ask('3', 'x')).toBe('503 3')
    expect(() => admission.check('x', DEAR)).toThrow(TooBusy)
    expect(() => admission.check('y', DEAR)).not.toThrow()
    const other = ask('other', 'y')
    await busy.end()
    expect(await Promise.all([...waiting, other])).toEqual(['1', '2', 'other'])
    expect(admission.shed).toBe(2)
  })

  it('bounds what waits in all, and cheap requests too', async () => {
    const { ask, hold } = open({ dear: 1, cheap: 1, waiting: 2 })
    const busy = hold('x')
    const waiting = [ask('1', 'a'), ask('2', 'b')]
    expect(await ask('3', 'c')).toBe('503 3')
    const cheap = hold('x', 1)
    expect(await ask('4', 'c', { cost: 1 })).toBe('503 4')
    await cheap.end()
    expect(await ask('5', 'c', { cost: 1 })).toBe('5')
    await busy.end()
    await Promise.all(waiting)
  })

  it('waits patiently in a burst, and not for long once the queue stands', async () => {
    const { ask, hold, pass, turn } = open({ dear: 1, patienceMs: 500, overloadedPatienceMs: 50 })
    const busy = hold('x')
    const burst = hold('x')
    const behind = ask('behind', 'x')
    pass(400)
    await turn()
    await busy.end()
    const late = ask('late', 'x')
    pass(200)
    await turn()
    // `burst` began though it had waited for 400 ms. The queue has not been empty for 600 ms: now 200 ms are too long.
    await burst.end()
    expect(await Promise.all([behind, late])).toEqual(['503 behind', '503 late'])
    expect(await ask('afterwards', 'x')).toBe('afterwards')
  })

  it('goes on after work that failed', async () => {
    const { admission, ask } = open({ dear: 1 })
    await expect(admission.run('x', DEAR, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await ask('next', 'x')).toBe('next')
  })
})
