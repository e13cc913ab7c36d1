import type { SearchRuleConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { appliesTo, deviceOf, type RuleSituation } from './rule-conditions.ts'

const applies = (when: SearchRuleConfig['when'], situation: Partial<RuleSituation> = {}) =>
  appliesTo({ id: 1, when, hide: [1] }, { query: '', collection: [], nowMs: 0, ...situation })

describe('the conditions of a rule', () => {
  it('C1: similar means the same words in any form and order, with a typo in longer words', () => {
    const similar = (wanted: string, asked: string) =>
      applies({ query: wanted, match: 'similar' }, { query: asked, locale: 'en' })
    expect(similar('garden chair', 'Garden chairs')).toBe(true)
    expect(similar('garden chair', 'chair garden')).toBe(true)
    expect(similar('garden chair', 'gardn chair')).toBe(true)
    expect(similar('garden chair', 'garden')).toBe(false)
    expect(similar('garden chair', 'garden chair cover')).toBe(false)
    expect(similar('mug', 'rug')).toBe(false)
    expect(similar('chair chair', 'chair table')).toBe(false)
  })

  it('C2: market by id or handle, locale with its regions, device, selected filter', () => {
    expect(applies({ market: 7 }, { market: ['7', 'eu'] })).toBe(true)
    expect(applies({ market: 'eu' }, { market: ['7', 'eu'] })).toBe(true)
    expect(applies({ market: 8 }, { market: ['7', 'eu'] })).toBe(false)
    expect(applies({ market: 8 })).toBe(false)
    expect(applies({ locale: 'de' }, { locale: 'de-AT' })).toBe(true)
    expect(applies({ locale: 'de' }, { locale: 'den' })).toBe(false)
    expect(applies({ device: 'mobile' }, { device: 'desktop' })).toBe(false)
    const filters = [{ key: 'color', value: ['Red'] }]
    expect(applies({ filter: { key: 'color' } }, { filters })).toBe(true)
    expect(applies({ filter: { key: 'color', value: 'red' } }, { filters })).toBe(true)
    expect(applies({ filter: { key: 'color', value: 'blue' } }, { filters })).toBe(false)
    expect(applies({ filter: { key: 'size' } }, { filters })).toBe(false)
  })

  it('C3: who is asking', () => {
    expect(applies({ segment: { logged_in: true } }, { isLoggedIn: true })).toBe(true)
    expect(applies({ segment: { logged_in: false } }, { isLoggedIn: true })).toBe(false)
    expect(applies({ segment: { business_account: true } })).toBe(false)
    expect(applies({ segment: { business_account: true } }, { isBusiness: true })).toBe(true)
  })

  it('C3b: what they did before; nobody known has done nothing of it', () => {
    const facts = { visits: 3, orders: 1, spent: 40, boughtTypes: ['beds'] }
    expect(applies({ segment: { visits: { min: 3, max: 3 } } }, { facts })).toBe(true)
    expect(applies({ segment: { visits: { min: 4 } } }, { facts })).toBe(false)
    expect(applies({ segment: { orders: { max: 0 } } }, { facts })).toBe(false)
    expect(applies({ segment: { spent: { min: 40.5 } } }, { facts })).toBe(false)
    expect(applies({ segment: { bought_type: 'Beds' } }, { facts })).toBe(true)
    expect(applies({ segment: { bought_type: 'Lamps' } }, { facts })).toBe(false)
    expect(applies({ segment: { orders: { max: 0 } } })).toBe(false)
  })

  it('C3c: the variant they are in', () => {
    const when = { experience: { id: 9, variant: 'b' } }
    expect(applies(when, { variants: ['9=b'] })).toBe(true)
    expect(applies(when, { variants: ['9=a', '8=b'] })).toBe(false)
    expect(applies(when)).toBe(false)
  })

  it('C4: all of them must hold', () => {
    const when = { query: 'sofa', market: 7, device: 'mobile' } as const
    const situation = { query: 'sofa', market: ['7'], device: 'mobile' } as const
    expect(applies(when, situation)).toBe(true)
    for (const other of [{ query: 'bed' }, { market: ['8'] }, { device: 'tablet' as const }])
      expect(applies(when, { ...situation, ...other })).toBe(false)
  })

  it('C5: a device is told by the browser’s own name', () => {
    expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148')).toBe('mobile')
    expect(deviceOf('Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/120 Mobile Safari')).toBe('mobile')
    expect(deviceOf('Mozilla/5.0 (Linux; Android 13; SM-X200) Chrome/120 Safari')).toBe('tablet')
    expect(deviceOf('Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X)')).toBe('tablet')
    expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe('desktop')
    expect(deviceOf(undefined)).toBe('desktop')
  })
})
