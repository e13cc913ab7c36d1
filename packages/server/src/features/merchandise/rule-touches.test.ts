import { describe, expect, it } from 'vitest'
import type { NumberedRule } from './numbered-rules.ts'
import { ruleTouches } from './rule-touches.ts'

const rule = (id: number, parts: object) => ({ id, when: {}, ...parts }) as unknown as NumberedRule
interface Search {
  sorted?: boolean
  hidden?: [number, string][]
}
const touches = (rules: NumberedRule[], { sorted = false, hidden = [] }: Search = {}) =>
  ruleTouches(rules, { isSortedByShopper: sorted, hiddenBy: new Map(hidden) })
const reported = (rules: NumberedRule[], search?: Search) =>
  touches(rules, search).map(({ rule: id, action, acts, reason, lost_to }) => [id, action, acts, reason, lost_to])
const pin = (product_id: number, position = 1) => ({ product_id, position })

describe('the effect of a rule, and the rules that override it', () => {
  it('T1: the first pin of a product wins; the later one names it', () => {
    expect(reported([rule(1, { pin: [pin(7)] }), rule(2, { pin: [pin(7, 2)] })])).toEqual([
      ['1', 'pin', true, null, null],
      ['2', 'pin', false, 'pinned_before', '1'],
    ])
  })

  it('T2: of two pins for one position, the second moves down because of the first', () => {
    const [first, second, third] = touches([rule(1, { pin: [pin(7)] }), rule(2, { pin: [pin(8), pin(9)] })])
    expect([first?.moved_by, second?.moved_by, third?.moved_by]).toEqual([null, '1', '1'])
    expect([first, second, third].map((one) => one?.acts)).toEqual([true, true, true])
    expect(touches([rule(1, { pin: [pin(7), pin(8)] })]).map((one) => one.moved_by)).toEqual([null, null])
  })

  it('T3: hiding overrides pinning, and the first of two rules that hide is named', () => {
    expect(reported([rule(1, { pin: [pin(7)] })], { hidden: [[7, '2']] })).toEqual([['1', 'pin', false, 'hidden', '2']])
    const hiding = [rule(1, { hide: [7] }), rule(2, { hide: [7] })]
    expect(reported(hiding, { hidden: [[7, '1']] })).toEqual([
      ['1', 'hide', true, null, null],
      ['2', 'hide', false, 'hidden_before', '1'],
    ])
  })

  it('T4: if the shopper sorts, only hiding has an effect, not pins and boosts', () => {
    const all = rule(1, {
      pin: [pin(7)],
      pin_where: [{ tag: 'x', position: 1 }],
      boost: [{ tag: 'x' }],
      bury: [{ tag: 'y' }],
      hide: [9],
    })
    expect(reported([all], { sorted: true, hidden: [[9, '1']] })).toEqual([
      ['1', 'pin', false, 'sorted_by_shopper', null],
      ['1', 'pin_where', false, 'sorted_by_shopper', null],
      ['1', 'boost', false, 'sorted_by_shopper', null],
      ['1', 'bury', false, 'sorted_by_shopper', null],
      ['1', 'hide', true, null, null],
    ])
    expect(reported([all], { hidden: [[9, '1']] }).every(([, , acts]) => acts)).toBe(true)
  })

  it('T5: the first redirect and the first replacement of filters win; all added filters and content count', () => {
    const parts = {
      redirect: '/a',
      filters: { replace: ['x'], add: ['y'] },
      content: [{ slot: 's' }],
      hide_where: [{ tag: 'z' }],
    }
    expect(reported([rule(1, parts), rule(2, parts)])).toEqual([
      ['1', 'hide_where', true, null, null],
      ['1', 'redirect', true, null, null],
      ['1', 'replace_filters', true, null, null],
      ['1', 'add_filters', true, null, null],
      ['1', 'content', true, null, null],
      ['2', 'hide_where', true, null, null],
      ['2', 'redirect', false, 'redirected_before', '1'],
      ['2', 'replace_filters', false, 'replaced_before', '1'],
      ['2', 'add_filters', true, null, null],
      ['2', 'content', true, null, null],
    ])
    expect(reported([rule(1, {}), rule(2, { redirect: '/b' })])).toEqual([['2', 'redirect', true, null, null]])
  })
})
