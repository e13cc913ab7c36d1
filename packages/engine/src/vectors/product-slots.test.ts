import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProductSlots } from './product-slots.ts'
import { SlotSet } from './slot-set.ts'
import { TopK } from './top-k.ts'

describe('the slots of products', () => {
  it('S1: are assigned from 0 on, and freed ones are reused before new ones', () => {
    const slots = new ProductSlots()
    expect([slots.take(7), slots.take(8), slots.take(7)]).toEqual([0, 1, 2])
    expect(slots.release(7)).toEqual([0, 2])
    expect([slots.take(9), slots.take(9), slots.take(9)].sort()).toEqual([0, 2, 3])
    expect([slots.high, slots.products, slots.live.count]).toEqual([4, 2, 4])
  })

  it('S2: are listed in the order in which a product took them', () => {
    const slots = new ProductSlots()
    for (const id of [5, 6, 5, 5]) slots.take(id)
    expect([slots.of(5), slots.of(6), slots.of(7)]).toEqual([[0, 2, 3], [1], []])
    expect([0, 1, 2].map((slot) => slots.productOf(slot))).toEqual([5, 6, 5])
    expect([slots.has(5), slots.has(7)]).toEqual([true, false])
  })

  it('S3: of some products are a set, of all products a list', () => {
    const slots = new ProductSlots()
    for (const id of [1, 2, 3, 2]) slots.take(id)
    slots.release(1)
    const set = slots.setOf([2, 99])
    expect([0, 1, 2, 3].map((slot) => set.has(slot))).toEqual([false, true, false, true])
    expect(set.count).toBe(2)
    expect([...slots.list()]).toEqual([1, 2, 3])
    expect([...slots.productIds()]).toEqual([2, 3])
  })

  it('S4: take twelve bytes each in blocks that double, and a bit that marks them as used', () => {
    const slots = new ProductSlots()
    slots.take(1)
    expect(slots.bytes).toBe(12 * 1024 + 512)
    for (let id = 2; id <= 1024; id++) slots.take(id)
    expect(slots.bytes).toBe(12 * 1024 + 512)
    slots.take(1025)
    expect(slots.bytes).toBe(12 * 2048 + 512)
    expect([slots.productOf(0), slots.productOf(1023), slots.productOf(1024)]).toEqual([1, 1024, 1025])
    expect(slots.of(1024)).toEqual([1023])
  })
})

describe('a set of slots', () => {
  it('S5: contains what was added and not removed, and counts each slot once', () => {
    const step = fc.record({ slot: fc.nat(9000), isAdded: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(300), (steps, capacity) => {
        const set = new SlotSet(capacity)
        const twin = new Set<number>()
        const pairs = steps.flatMap(({ slot, isAdded }) => [slot, slot + 1].map((one) => ({ one, isAdded })))
        for (const { one, isAdded } of pairs) {
          set[isAdded ? 'add' : 'remove'](one)
          twin[isAdded ? 'add' : 'delete'](one)
        }
        expect(set.count).toBe(twin.size)
        const asked = steps.flatMap(({ slot }) => [slot - 1, slot, slot + 1, slot + 2])
        expect(asked.map((one) => set.has(one))).toEqual(asked.map((one) => twin.has(one)))
      }),
    )
  })

  it('S6: has a bit for each slot it was created for, 4096 when it first grows, and then doubles', () => {
    expect([new SlotSet(8).bits.length, new SlotSet(9).bits.length]).toEqual([1, 2])
    const set = new SlotSet()
    set.add(3)
    expect(set.bits.length).toBe(512)
    set.add(4096)
    expect(set.bits.length).toBe(1024)
    set.add(100_000)
    expect(set.bits.length).toBe(12_501)
  })
})

describe('the best scores of a stream', () => {
  it('S7: are the largest, and the threshold is the lowest of them once there are enough', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 120 }), fc.integer({ min: 1, max: 40 }), (scores, capacity) => {
        const best = new TopK(capacity)
        scores.forEach((score, slot) => {
          best.offer(slot, score)
        })
        const kept = Array.from(best.slots.subarray(0, best.size))
        const sorted = scores.toSorted((a, b) => b - a).slice(0, capacity)
        expect(kept.map((slot) => scores[slot]).sort((a, b) => b! - a!)).toEqual(sorted)
        expect(kept.map((slot) => scores[slot])).toEqual(Array.from(best.scores.subarray(0, best.size)))
        expect(new Set(kept).size).toBe(kept.length)
        expect(best.threshold).toBe(sorted.length < capacity ? Number.NEGATIVE_INFINITY : sorted.at(-1))
      }),
    )
  })
})
