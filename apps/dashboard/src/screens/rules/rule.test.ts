import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  conditionCount,
  doesAnything,
  earlier,
  hideIn,
  isWeighed,
  newRuleId,
  pinAt,
  type Rule,
  ruleFor,
  rulesBeside,
  shadowedBy,
  stateOf,
  tidied,
  toggleWeight,
  unpin,
  type Weighing,
  withRule,
} from './rule.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const rule = (id: string, query: string, more: Partial<Rule> = {}): Rule => ({
  id,
  when: { query },
  hide: [1],
  ...more,
})

describe('a rule', () => {
  it('is scheduled before its start and expired at its end', () => {
    expect(stateOf(rule('a', 'mug'), NOW)).toBe('active')
    expect(stateOf(rule('a', 'mug', { starts_at: '2026-03-02T00:00:00Z' }), NOW)).toBe('scheduled')
    expect(stateOf(rule('a', 'mug', { ends_at: '2026-03-01T12:00:00Z' }), NOW)).toBe('expired')
    expect(stateOf(rule('a', 'mug', { starts_at: null, ends_at: '2026-03-01T12:00:01Z' }), NOW)).toBe('active')
  })

  it('is active from its start to its end and at no other time', () => {
    const hour = fc.integer({ min: 0, max: 48 })
    const at = (hours: number) => NOW + hours * 3_600_000
    fc.assert(
      fc.property(fc.option(hour), fc.option(hour), hour, (start, end, now) => {
        const iso = (hours: number | null) => (hours === null ? null : new Date(at(hours)).toISOString())
        const state = stateOf(rule('a', 'mug', { starts_at: iso(start), ends_at: iso(end) }), at(now))
        const expected = end !== null && end <= now ? 'expired' : start !== null && start > now ? 'scheduled' : 'active'
        expect(state).toBe(expected)
      }),
    )
  })

  it('does not act beside a rule with conditions that exclude each other', () => {
    const of = (id: string, when: Rule['when']) => ({ ...rule(id, 'mug'), when: { query: 'mug', ...when } })
    const pairs: [Rule['when'], Rule['when']][] = [
      [{ market: 'eu' }, { market: 'us' }],
      [{ device: 'mobile' }, { device: 'desktop' }],
      [{ segment: { logged_in: true } }, { segment: { logged_in: false } }],
      [{ segment: { business_account: true } }, { segment: { business_account: false } }],
      [{ experience: { id: 1, variant: 'a' } }, { experience: { id: 1, variant: 'b' } }],
    ]
    for (const [one, other] of pairs) {
      const [a, b, same, wide] = [of('a', one), of('b', other), of('same', one), of('wide', {})]
      expect(rulesBeside(a, [a, b, same, wide]).map(({ id }) => id)).toEqual(['same', 'wide'])
    }
    const [a, b] = [of('a', { experience: { id: 1, variant: 'a' } }), of('b', { experience: { id: 2, variant: 'b' } })]
    expect(rulesBeside(a, [a, b])).toEqual([b])
  })

  it('acts beside rules for the same query at the same time', () => {
    const march = { starts_at: '2026-03-01T00:00:00Z', ends_at: '2026-04-01T00:00:00Z' }
    const one = rule('a', 'Mug', march)
    const rules = [
      one,
      rule('same', 'mug'),
      rule('part', 'mu', { when: { query: 'mu', match: 'contains' } }),
      rule('other', 'cup'),
      rule('later', 'mug', { starts_at: '2026-04-01T00:00:00Z' }),
    ]
    expect(rulesBeside(one, rules).map(({ id }) => id)).toEqual(['same', 'part'])
  })

  it('gets a unique id that is derived from its query', () => {
    expect(newRuleId('Linen shirt!', [])).toBe('linen-shirt')
    expect(newRuleId('Linen shirt', [rule('linen-shirt', 'x'), rule('linen-shirt-2', 'x')])).toBe('linen-shirt-3')
    expect(newRuleId('…', [])).toBe('rule')
  })
})

describe('editing a rule', () => {
  const placesOf = ({ pin = [] }: Rule) => pin.map((one) => `${one.product_id}@${one.position}`)

  it('pins a product at one position, and one product per position', () => {
    const pinned = pinAt(pinAt(pinAt(rule('a', 'mug', { hide: [7] }), 5, 1), 7, 1), 5, 3)
    expect(placesOf(pinned)).toEqual(['7@1', '5@3'])
    expect(pinned.hide).toEqual([])
  })

  it('moves other pins to make room instead of removing one', () => {
    const three = [5, 6, 7].reduce((before, id, place) => pinAt(before, id, place + 1), rule('a', 'mug'))
    expect(placesOf(pinAt(three, 9, 1))).toEqual(['9@1', '5@2', '6@3', '7@4'])
    expect(placesOf(pinAt(three, 5, 3))).toEqual(['6@1', '7@2', '5@3'])
    expect(placesOf(pinAt(three, 7, 1))).toEqual(['7@1', '5@2', '6@3'])
  })

  it('toggles the weight of one product and changes no other target', () => {
    const action = fc.constantFrom('boost' as const, 'bury' as const)
    const toggle = fc.record({ action, id: fc.integer({ min: 1, max: 4 }) })
    const own = { boost: [{ tag: 'new', weight: 5 }], bury: [{ product_ids: [9], tag: 'old', weight: 2 }] }
    fc.assert(
      fc.property(fc.array(toggle), (toggles) => {
        const weighed = new Map<number, Weighing>()
        let made = rule('a', 'mug', own)
        for (const { action: wanted, id } of toggles) {
          if (weighed.get(id) === wanted) weighed.delete(id)
          else weighed.set(id, wanted)
          made = toggleWeight(made, wanted, id)
        }
        for (const id of [1, 2, 3, 4])
          for (const one of ['boost', 'bury'] as const) expect(isWeighed(made, one, id)).toBe(weighed.get(id) === one)
        expect(made.boost).toContainEqual(own.boost[0])
        expect(made.bury).toContainEqual(own.bury[0])
      }),
    )
  })

  it('boosts or buries a product, never both, and keeps targets by attribute', () => {
    const byTag = rule('a', 'mug', { boost: [{ tag: 'new', weight: 5 }] })
    const boosted = toggleWeight(byTag, 'boost', 7)
    expect(boosted.boost).toEqual([
      { tag: 'new', weight: 5 },
      { product_ids: [7], weight: 3 },
    ])
    const buried = toggleWeight(boosted, 'bury', 7)
    expect([isWeighed(buried, 'boost', 7), isWeighed(buried, 'bury', 7)]).toEqual([false, true])
    expect(toggleWeight(buried, 'bury', 7)).toMatchObject({ boost: [{ tag: 'new', weight: 5 }], bury: [] })
  })

  it('removes the pin of a product that is unpinned or hidden', () => {
    const pinned = pinAt(rule('a', 'mug', { hide: [] }), 5, 1)
    expect(unpin(pinned, 5).pin).toEqual([])
    expect(hideIn(pinned, 5)).toMatchObject({ pin: [], hide: [5] })
  })

  it('removes a rule that has no effect', () => {
    const rules = [rule('a', 'mug'), rule('b', 'cup')]
    const empty = { ...rules[0]!, hide: [] }
    expect(doesAnything(empty)).toBe(false)
    expect(withRule(rules, empty)).toEqual([rules[1]])
    expect(withRule(rules, { ...rules[1]!, hide: [2] }).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(withRule(rules, rule('c', 'tea'))).toHaveLength(3)
  })

  it('chooses the rule for exactly this query if it has no end date', () => {
    const rules = [
      rule('contains', 'mug', { when: { query: 'mug', match: 'contains' } }),
      rule('sale', 'mug', { ends_at: '2026-04-01T00:00:00Z' }),
      rule('mug', 'Mug', { when: { query: 'Mug', match: 'exact' } }),
    ]
    expect(ruleFor({ query: ' mug' }, rules, rules).id).toBe('mug')
    const two = rules.slice(0, 2)
    expect(ruleFor({ query: 'mug' }, two, two)).toEqual({ id: 'mug', when: { query: 'mug', match: 'exact' } })
    expect(ruleFor({ query: '', collection: 'new-in' }, rules, rules)).toEqual({
      id: 'new-in',
      when: { collection: 'new-in' },
    })
  })

  it("chooses the draft's rule even if it has an end date", () => {
    const live = [rule('mug', 'mug', { when: { query: 'mug', match: 'exact' } })]
    const drafted = rule('mug-2', 'mug', { ends_at: '2026-04-01T00:00:00Z' })
    expect(ruleFor({ query: 'mug' }, [...live, drafted], live).id).toBe('mug-2')
  })

  it('does not choose a rule with further conditions', () => {
    expect(conditionCount({ query: 'mug', match: 'exact', collection: 'a' })).toBe(0)
    expect(conditionCount({ query: 'mug', market: 'eu', device: undefined })).toBe(1)
    const narrow = rule('eu', 'mug', { when: { query: 'mug', market: 'eu' } })
    expect(ruleFor({ query: 'mug' }, [narrow], [narrow]).id).not.toBe('eu')
  })

  it('counts every kind of action as an effect', () => {
    const empty = { id: 'a', when: {}, hide: [], filters: { add: [] } }
    expect(doesAnything(empty)).toBe(false)
    expect(doesAnything({ ...empty, pin_where: [{ tag: 'x', position: 1 }] })).toBe(true)
    expect(doesAnything({ ...empty, hide_where: [{ tag: 'x' }] })).toBe(true)
    expect(doesAnything({ ...empty, content: [{ slot: 'x' }] })).toBe(true)
    expect(doesAnything({ ...empty, filters: { replace: ['a'] } })).toBe(true)
  })

  it('removes empty fields', () => {
    const given: Rule = { id: 'a', when: { query: 'mug', market: undefined, segment: undefined }, hide: [], pin: [] }
    expect(tidied({ ...given, redirect: '/a' })).toEqual({ id: 'a', when: { query: 'mug' }, redirect: '/a' })
  })

  it('finds earlier rules with the same conditions that override all of a rule', () => {
    const pins = (id: string, ids: number[], more: Partial<Rule> = {}) =>
      rule(id, 'mug', { hide: [], pin: ids.map((product_id, i) => ({ product_id, position: i + 1 })), ...more })
    const [first, second] = [pins('first', [1, 2]), pins('second', [2])]
    expect(shadowedBy(second, [first, second])).toEqual([first])
    expect(shadowedBy(first, [first, second])).toEqual([])
    const partly = pins('partly', [2, 3])
    expect(shadowedBy(partly, [first, partly])).toEqual([])
    const inEurope = pins('eu', [1, 2], { when: { query: 'mug', market: 'eu' } })
    expect(shadowedBy(second, [inEurope, second])).toEqual([])
    const [away, elsewhere] = ['away', 'elsewhere'].map((id) => rule(id, 'mug', { hide: [], redirect: `/${id}` }))
    expect(shadowedBy(elsewhere!, [away!, elsewhere!])).toEqual([away])
    const [sizes, colors] = ['size', 'color'].map((key) => rule(key, 'mug', { hide: [], filters: { replace: [key] } }))
    expect(shadowedBy(colors!, [sizes!, colors!])).toEqual([sizes])
    const both = rule('both', 'mug', { hide: [], filters: { replace: ['color'], add: ['price'] } })
    expect(shadowedBy(both, [sizes!, both])).toEqual([])
  })

  it('moves a rule up by one position', () => {
    const [a, b, c] = [rule('a', '1'), rule('b', '2'), rule('c', '3')]
    expect(earlier([a, b, c], c)).toEqual([a, c, b])
    expect(earlier([a, b, c], a)).toEqual([a, b, c])
  })
})
