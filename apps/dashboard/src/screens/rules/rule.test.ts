import { describe, expect, it } from 'vitest'
import {
  doesAnything,
  hideIn,
  newRuleId,
  pinAt,
  type Rule,
  ruleFor,
  rulesBeside,
  stateOf,
  unpin,
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
  it('waits for its start and is over at its end', () => {
    expect(stateOf(rule('a', 'mug'), NOW)).toBe('active')
    expect(stateOf(rule('a', 'mug', { starts_at: '2026-03-02T00:00:00Z' }), NOW)).toBe('scheduled')
    expect(stateOf(rule('a', 'mug', { ends_at: '2026-03-01T12:00:00Z' }), NOW)).toBe('expired')
    expect(stateOf(rule('a', 'mug', { starts_at: null, ends_at: '2026-03-01T12:00:01Z' }), NOW)).toBe('active')
  })

  it('stands beside those that act on the same query at the same time', () => {
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

  it('gets an id that says what it is for and that nobody has', () => {
    expect(newRuleId('Linen shirt!', [])).toBe('linen-shirt')
    expect(newRuleId('Linen shirt', [rule('linen-shirt', 'x'), rule('linen-shirt-2', 'x')])).toBe('linen-shirt-3')
    expect(newRuleId('…', [])).toBe('rule')
  })
})

describe('pinning', () => {
  it('gives a product one place and a place one product', () => {
    const pinned = pinAt(pinAt(pinAt(rule('a', 'mug', { hide: [7] }), 5, 1), 7, 1), 5, 3)
    expect(pinned.pin).toEqual([
      { product_id: 7, position: 1 },
      { product_id: 5, position: 3 },
    ])
    expect(pinned.hide).toEqual([])
  })

  it('is taken back by unpinning and by hiding', () => {
    const pinned = pinAt(rule('a', 'mug', { hide: [] }), 5, 1)
    expect(unpin(pinned, 5).pin).toEqual([])
    expect(hideIn(pinned, 5)).toMatchObject({ pin: [], hide: [5] })
  })

  it('leaves no rule behind that does nothing', () => {
    const rules = [rule('a', 'mug'), rule('b', 'cup')]
    const empty = { ...rules[0]!, hide: [] }
    expect(doesAnything(empty)).toBe(false)
    expect(withRule(rules, empty)).toEqual([rules[1]])
    expect(withRule(rules, { ...rules[1]!, hide: [2] }).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(withRule(rules, rule('c', 'tea'))).toHaveLength(3)
  })

  it('goes into the rule of exactly this query, if there is one without an end', () => {
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

  it('stays in the rule of the draft, also when that was given an end', () => {
    const live = [rule('mug', 'mug', { when: { query: 'mug', match: 'exact' } })]
    const drafted = rule('mug-2', 'mug', { ends_at: '2026-04-01T00:00:00Z' })
    expect(ruleFor({ query: 'mug' }, [...live, drafted], live).id).toBe('mug-2')
  })
})
