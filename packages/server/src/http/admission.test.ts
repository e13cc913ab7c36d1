import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TooBusy } from '../features/errors.ts'
import { Admission, type AdmissionLimits } from './admission.ts'

const LIMITS: AdmissionLimits = { slots: 8, waiting: 100, patienceMs: 500, overloadedPatienceMs: 50, sliceMs: 8 }

/** `turn` runs deferred calls; `pass` advances the clock and its timers. */
function open(changes: Partial<AdmissionLimits> = {}) {
  let nowMs = 0
  let deferred: (() => void)[] = []
  const timers = new Set<{ atMs: number; then: () => void }>()
  const admission = new Admission({
    now: () => nowMs,
    defer: (then) => deferred.push(then),
    later: (then, ms) => {
      const timer = { atMs: nowMs + ms, then }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    limits: { ...LIMITS, ...changes },
  })
  const order: string[] = []
  const callerOf = (address: string, shop?: string) => ({ address, shop })
  return {
    admission,
    order,
    timers,
    async pass(ms: number) {
      nowMs += ms
      for (const timer of [...timers].filter(({ atMs }) => atMs <= nowMs)) {
        timers.delete(timer)
        timer.then()
      }
      await settle()
    },
    async turn() {
      const due = deferred
      deferred = []
      for (const then of due) then()
      await settle()
    },
    /** The work blocks the loop for `tookMs`. */
    ask: (name: string, address: string, { cost = 10, tookMs = 0, shop = undefined as string | undefined } = {}) =>
      admission
        .run(callerOf(address, shop), cost, () => {
          nowMs += tookMs
          order.push(name)
          return name
        })
        .catch((error) => (error instanceof TooBusy ? `503 ${name}` : Promise.reject(error))),
    hold(address: string, shop?: string) {
      const work = Promise.withResolvers<void>()
      const state = { isBegun: false }
      const done = admission.run(callerOf(address, shop), 10, () => {
        state.isBegun = true
        return work.promise
      })
      done.catch(() => {})
      const end = () => {
        work.resolve()
        return settle()
      }
      return { state, done, end }
    },
  }
}

async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

describe('Admission', () => {
  it('starts requests at once while slots are free', async () => {
    const { ask } = open()
    expect(await Promise.all([ask('a', 'x'), ask('b', 'x')])).toEqual(['a', 'b'])
  })

  it('gives one address at most half of the slots, for however many shops', async () => {
    const { hold, ask } = open({ slots: 8 })
    const held = Array.from({ length: 8 }, (_, i) => hold('x', `shop ${i}`))
    expect(held.filter(({ state }) => state.isBegun)).toHaveLength(4)
    const other = ask('other', 'y', { shop: 'shop 9' })
    await Promise.all(held.map(({ end }) => end()))
    expect(await other).toBe('other')
  })

  it('gives one shop at most half of the slots, from however many addresses', async () => {
    const { hold, ask, turn } = open({ slots: 8 })
    const held = Array.from({ length: 8 }, (_, i) => hold(`10.0.0.${i}`, 'attacked'))
    expect(held.filter(({ state }) => state.isBegun)).toHaveLength(4)
    const other = ask('other', '10.0.1.1', { shop: 'neighbour' })
    await turn()
    expect(await other).toBe('other')
    await Promise.all(held.map(({ end }) => end()))
  })

  it('gives no address and no shop more than half of the slots, in any order of requests', () => {
    const callers = fc.array(fc.record({ address: fc.nat(5), shop: fc.nat(5) }), { maxLength: 60 })
    fc.assert(
      fc.property(callers, fc.integer({ min: 2, max: 16 }), (asked, slots) => {
        const { hold } = open({ slots })
        const held = asked.map(({ address, shop }) => ({ address, shop, ...hold(`a${address}`, `s${shop}`) }))
        const begun = held.filter(({ state }) => state.isBegun)
        for (const party of ['address', 'shop'] as const)
          for (let n = 0; n <= 5; n++)
            expect(begun.filter((one) => one[party] === n).length).toBeLessThanOrEqual(Math.ceil(slots / 2))
        expect(begun.length).toBeLessThanOrEqual(slots)
      }),
    )
  })

  it('starts requests for one time slice, then lets the event loop continue', async () => {
    const { ask, order, turn } = open({ sliceMs: 8, slots: 100 })
    for (let i = 0; i < 10; i++) void ask(String(i), 'x', { tookMs: 3 })
    await settle()
    expect(order).toHaveLength(3)
    await turn()
    expect(order).toHaveLength(6)
  })

  it('serves the caller that has spent least before one that floods', async () => {
    const { ask, hold, order } = open({ slots: 1 })
    const busy = hold('flood')
    for (let i = 0; i < 5; i++) void ask(`flood ${i}`, 'flood')
    void ask('other', 'other')
    await busy.end()
    expect(order.indexOf('other')).toBeLessThanOrEqual(1)
  })

  it('serves shoppers before one address with requests for a hundred shops', async () => {
    const { ask, hold, order } = open({ slots: 1, sliceMs: 1000 })
    const busy = hold('flood', 'shop 0')
    for (let i = 0; i < 20; i++) void ask(`flood ${i}`, 'flood', { shop: `shop ${i}` })
    void ask('other', 'other', { shop: 'quiet' })
    await busy.end()
    expect(order.indexOf('other')).toBeLessThanOrEqual(1)
  })

  it('orders callers by cost, not by the number of requests', async () => {
    const { ask, hold, order } = open({ slots: 1, sliceMs: 1000 })
    const busy = hold('x')
    for (let i = 0; i < 3; i++) void ask('expensive', 'a', { cost: 30 })
    for (let i = 0; i < 6; i++) void ask('cheap', 'b', { cost: 10 })
    await busy.end()
    expect(order.slice(0, 5).filter((name) => name === 'cheap').length).toBeGreaterThanOrEqual(3)
  })

  it('charges the time in a slot if it exceeds the estimated cost', async () => {
    const { ask, hold, order, pass } = open({ slots: 3, sliceMs: 1000 })
    const [longer, stuck, shorter] = [hold('long'), hold('x'), hold('short')]
    for (const address of ['long', 'short']) void ask(address, address)
    await pass(5)
    await shorter.end()
    expect(order).toEqual(['short'])
    for (const address of ['short', 'long']) void ask(`${address} again`, address)
    await pass(400)
    await longer.end()
    await stuck.end()
    expect(order).toEqual(['short', 'short again', 'long', 'long again'])
  })

  it('refuses only a caller that occupies half of the waiting places', async () => {
    const { ask, hold, admission } = open({ slots: 1, waiting: 4 })
    const busy = hold('x')
    const waiting = [ask('1', 'x'), ask('2', 'x')]
    expect(await ask('3', 'x')).toBe('503 3')
    expect(() => admission.check({ address: 'x', shop: undefined })).toThrow(TooBusy)
    expect(() => admission.check({ address: 'y', shop: undefined })).not.toThrow()
    const other = ask('other', 'y')
    await busy.end()
    expect(await Promise.all([...waiting, other])).toEqual(['1', '2', 'other'])
    expect(admission.shed).toBe(2)
  })

  it('refuses requests without a free slot if waiting is off', async () => {
    const { ask, hold } = open({ slots: 2, waiting: 0 })
    const busy = hold('x')
    expect(await ask('1', 'x')).toBe('503 1')
    expect(await ask('2', 'y')).toBe('2')
    await busy.end()
    expect(await ask('3', 'x')).toBe('3')
  })

  it('ends the wait after `patienceMs` even if no slot is free', async () => {
    const { ask, hold, pass, turn } = open({ slots: 1 })
    const stuck = hold('x')
    const waiting = ask('waiting', 'y')
    let answer: string | undefined
    void waiting.then((said) => {
      answer = said
    })
    await pass(499)
    expect(answer).toBeUndefined()
    await pass(1)
    expect(answer).toBe('503 waiting')
    await stuck.end()
    await turn()
    expect(await ask('afterwards', 'y')).toBe('afterwards')
  })

  it('shortens the wait of an address with a standing queue, but not of others', async () => {
    const { ask, hold, pass, turn } = open({ slots: 1 })
    const stuck = hold('x')
    const first = ask('first', 'flood')
    await pass(300)
    const second = ask('second', 'flood')
    await pass(201)
    const late = ask('late', 'flood')
    const other = ask('other', 'y')
    expect(await first).toBe('503 first')
    await pass(50)
    expect(await late).toBe('503 late')
    await stuck.end()
    await turn()
    expect(await Promise.all([second, other])).toEqual(['second', 'other'])
  })

  it('continues after work that failed', async () => {
    const { admission, ask } = open({ slots: 1 })
    await expect(admission.run({ address: 'x', shop: 's' }, 10, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    )
    expect(await ask('next', 'x', { shop: 's' })).toBe('next')
  })

  it('cancels the timer of a request that has started', async () => {
    const { ask, hold, timers } = open({ slots: 1 })
    const busy = hold('x')
    const waiting = ask('waiting', 'x')
    expect(timers.size).toBe(1)
    await busy.end()
    await waiting
    expect(timers.size).toBe(0)
  })
})
