import { completeConfig, type SearchRuleConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { activeRules } from './active-rules.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')

function rules(list: Partial<SearchRuleConfig>[], situation: { query?: string; collection?: string[] } = {}) {
  const search = { rules: list.map((rule, i) => ({ id: i + 1, when: {}, ...rule })) as SearchRuleConfig[] }
  return activeRules(completeConfig({ search }), { query: '', collection: [], nowMs: NOW, ...situation })
}
const acts = (rule: Partial<SearchRuleConfig>, situation = {}) =>
  rules([{ ...rule, hide: [1] }], situation).hidden.length === 1

describe('the merchant’s rules', () => {
  it('R1: match the same query in any case and spacing', () => {
    expect(acts({ when: { query: 'Linen  Dress' } }, { query: ' linen dress' })).toBe(true)
    expect(acts({ when: { query: 'linen' } }, { query: 'linen dress' })).toBe(false)
    expect(acts({ when: { query: 'linen dress', match: 'exact' } }, { query: 'linen' })).toBe(false)
  })

  it('R2: or match a query that contains theirs as whole words', () => {
    const rule = { when: { query: 'cap', match: 'contains' as const } }
    expect([acts(rule, { query: 'red cap' }), acts(rule, { query: 'cap' }), acts(rule, { query: 'escape' })]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('R3: match a collection by handle or id; a rule without conditions always applies', () => {
    const browsed = { collection: ['sale', '501'] }
    expect([acts({ when: { collection: 'sale' } }, browsed), acts({ when: { collection: '501' } }, browsed)]).toEqual([
      true,
      true,
    ])
    expect([acts({ when: { collection: 'new' } }, browsed), acts({ when: { collection: 'sale' } })]).toEqual([
      false,
      false,
    ])
    expect(acts({ when: {} })).toBe(true)
    expect(acts({ when: { collection: 'sale', query: 'x' } }, { ...browsed, query: 'y' })).toBe(false)
  })

  it('R4: apply from their start until their end', () => {
    const at = (ms: number) => new Date(NOW + ms).toISOString()
    expect([acts({ starts_at: at(0) }), acts({ starts_at: at(1) })]).toEqual([true, false])
    expect([acts({ ends_at: at(1) }), acts({ ends_at: at(0) })]).toEqual([true, false])
    expect(acts({ starts_at: at(-1), ends_at: at(1) })).toBe(true)
  })

  it('R5: boost with weight w by the factor 1 + w / 2, and bury by its inverse; the default weight is 3', () => {
    const { ranking } = rules([
      { boost: [{ tag: 'a' }, { tag: 'b', weight: 1 }], bury: [{ vendor: 'c' }, { product_ids: [4], weight: 8 }] },
    ])
    expect(ranking.boosts.map(({ factor }) => factor)).toEqual([2.5, 1.5, 1 / 2.5, 1 / 5])
    expect(ranking.boosts[3]?.target).toEqual({ terms: [], ids: new Set([4]) })
    expect(ranking.boosts[0]?.target.terms).toHaveLength(1)
    expect(ranking.boosts[0]?.target).not.toHaveProperty('ids')
  })

  it('R6: combine pins and hides of all active rules, each with its rule, and use the first redirect', () => {
    const { ranking, hidden, redirect } = rules([
      { pin: [{ product_id: 7, position: 1 }], hide: [1] },
      { hide: [2], redirect: '/a' },
      { redirect: '/b' },
      { when: { query: 'other' }, hide: [3] },
    ])
    expect(ranking.pins).toEqual([{ id: 7, position: 1, rule: '1' }])
    expect([hidden, redirect]).toEqual([[1, 2], '/a'])
    expect(rules([]).redirect).toBeNull()
  })
})
