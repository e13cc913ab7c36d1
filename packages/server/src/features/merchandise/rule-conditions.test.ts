import { completeConfig, type SearchRuleConfig, type ShopConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { activeRules } from './active-rules.ts'
import { numberedRules } from './numbered-rules.ts'
import { appliesTo, asksForBehaviour, deviceOf, type RuleSituation, variantName } from './rule-conditions.ts'

const applies = (when: SearchRuleConfig['when'], situation: Partial<RuleSituation> = {}) =>
  appliesTo({ id: 1, when, hide: [1] }, { query: '', collection: [], nowMs: 0, ...situation })

describe('a segment of the shop', () => {
  const { segments, rules } = completeConfig({
    search: {
      segments: [{ id: 'loyal', name: 'Loyal', orders: { min: 3 }, logged_in: true }],
      rules: [{ id: 1, when: { segment: { id: 'loyal' } }, hide: [1] }],
    },
  }).search
  const shop = (more: object = {}) =>
    ({ collections: [], search: { segments, rules, ...more } }) as unknown as ShopConfig
  const facts = (orders: number) => ({ visits: 9, orders, spent: 0, boughtTypes: [] })
  const isActive = (config: ShopConfig, orders: number) =>
    activeRules(config, { query: '', collection: [], nowMs: 0, isLoggedIn: true, facts: facts(orders) }).hidden.length >
    0

  it('C0: affects every rule that uses it, and so does a change of it', () => {
    expect([isActive(shop(), 3), isActive(shop(), 2)]).toEqual([true, false])
    expect(asksForBehaviour(numberedRules(shop()))).toBe(true)
    const wider = [{ ...segments[0]!, orders: { min: 1 } }]
    expect(isActive(shop({ segments: wider }), 2)).toBe(true)
  })
})

describe('the conditions of a rule', () => {
  it('C1: take queries as similar if they have the same words in any form and order, with typos in longer words', () => {
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

  it('C1b: allow one typo in a word of four letters, two in one of eight, none in a shorter one', () => {
    const similar = (wanted: string, asked: string) =>
      applies({ query: wanted, match: 'similar' }, { query: asked, locale: 'xx' })
    const cases: [string, string, boolean][] = [
      ['mug', 'mugg', false],
      ['lamp', 'lump', true],
      ['lamp', 'lum', false],
      ['lamp', 'lampxx', false],
      ['lamp', 'lxxp', false],
      ['kitchen', 'kitcen', true],
      ['kitchen', 'kitcn', false],
      ['cushions', 'cuxhxons', true],
      ['cushions', 'cushio', true],
      ['cushions', 'cushionsxx', true],
      ['cushions', 'cushionsxxx', false],
      ['cushions', 'cxxhxons', false],
      ['cushions', 'ucshions', true],
      ['lamp', 'xlam', false],
    ]
    for (const [wanted, asked, is] of cases)
      expect([wanted, asked, similar(wanted, asked)]).toEqual([wanted, asked, is])
  })

  it('C1c: match each word once; a query of more than twelve words is never similar', () => {
    const similar = (wanted: string, asked: string) =>
      applies({ query: wanted, match: 'similar' }, { query: asked, locale: 'xx' })
    expect(similar('lamp lamp', 'lamp lump')).toBe(true)
    expect(similar('lamp shade', 'lamp lump')).toBe(false)
    const words = (count: number) =>
      Array.from({ length: count }, (_, i) => `word${String.fromCharCode(97 + i)}`).join(' ')
    expect([similar(words(12), words(12)), similar(words(13), words(13))]).toEqual([true, false])
  })

  it('C1d: read forms of a word in the language of the request, English by default', () => {
    const rule = { query: 'bücher', match: 'similar' as const }
    expect(applies({ query: 'chair', match: 'similar' }, { query: 'chairs' })).toBe(true)
    expect(applies(rule, { query: 'buch', locale: 'de' })).toBe(applies(rule, { query: 'bücher', locale: 'de' }))
  })

  it('C2: include market by id or handle, locale with or without region, device and selected filter', () => {
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

  it('C3: include whether the shopper is logged in or a business', () => {
    expect(applies({ segment: { logged_in: true } }, { isLoggedIn: true })).toBe(true)
    expect(applies({ segment: { logged_in: false } }, { isLoggedIn: true })).toBe(false)
    expect(applies({ segment: { business_account: true } })).toBe(false)
    expect(applies({ segment: { business_account: true } }, { isBusiness: true })).toBe(true)
  })

  it('C3a: take an unknown shopper as neither logged in nor a business', () => {
    expect(applies({ segment: { logged_in: false } })).toBe(true)
    expect(applies({ segment: { logged_in: true } })).toBe(false)
    expect(applies({ segment: { business_account: false } })).toBe(true)
    expect(applies({ segment: { business_account: false } }, { isBusiness: true })).toBe(false)
    expect(applies({ segment: { business_account: false, logged_in: true } }, { isLoggedIn: true })).toBe(true)
    expect(applies({ segment: {} })).toBe(true)
  })

  it('C3d: include both ends of each range, and hold only if all ranges match', () => {
    const facts = { visits: 3, orders: 1, spent: 40, boughtTypes: ['beds'] }
    const within = (segment: object) => applies({ segment }, { facts })
    expect([within({ orders: { min: 1 } }), within({ orders: { min: 2 } })]).toEqual([true, false])
    expect([within({ spent: { max: 40 } }), within({ spent: { max: 39.9 } })]).toEqual([true, false])
    expect([within({ visits: { max: 3 } }), within({ visits: { max: 2 } })]).toEqual([true, false])
    expect(within({ visits: { min: 1 }, orders: { min: 1 }, spent: { min: 41 } })).toBe(false)
    expect(within({ visits: { min: 1 }, bought_type: 'lamps' })).toBe(false)
    expect(within({ visits: { min: 9 }, bought_type: 'beds' })).toBe(false)
    const nobody = { visits: 0, orders: 0, spent: 0, boughtTypes: [] }
    expect(applies({ segment: { orders: { max: 0 } } }, { facts: nobody })).toBe(true)
  })

  it('C3e: read the shopper’s behavior only if a rule depends on it', () => {
    const asks = (...segments: (object | undefined)[]) =>
      asksForBehaviour(segments.map((segment, id) => ({ id, when: { segment } }) as SearchRuleConfig))
    expect([asks(), asks(undefined), asks({ logged_in: true, business_account: true })]).toEqual([false, false, false])
    for (const segment of [{ visits: {} }, { orders: {} }, { spent: {} }, { bought_type: 'x' }])
      expect([asks(segment), asks({ logged_in: true }, segment)]).toEqual([true, true])
  })

  it('C3b: include what the shopper did before, which is nothing for an unknown shopper', () => {
    const facts = { visits: 3, orders: 1, spent: 40, boughtTypes: ['beds'] }
    expect(applies({ segment: { visits: { min: 3, max: 3 } } }, { facts })).toBe(true)
    expect(applies({ segment: { visits: { min: 4 } } }, { facts })).toBe(false)
    expect(applies({ segment: { orders: { max: 0 } } }, { facts })).toBe(false)
    expect(applies({ segment: { spent: { min: 40.5 } } }, { facts })).toBe(false)
    expect(applies({ segment: { bought_type: 'Beds' } }, { facts })).toBe(true)
    expect(applies({ segment: { bought_type: 'Lamps' } }, { facts })).toBe(false)
    expect(applies({ segment: { orders: { max: 0 } } })).toBe(false)
  })

  it('C3c: include the variant of the shopper', () => {
    const when = { experience: { id: 9, variant: 'b' } }
    expect(applies(when, { variants: ['9=b'] })).toBe(true)
    expect(applies(when, { variants: ['9=a', '8=b'] })).toBe(false)
    expect(applies(when)).toBe(false)
  })

  it('C3f: name a variant by its experience and its own key', () => {
    expect([variantName(9, 'b'), variantName('home', 'a')]).toEqual(['9=b', 'home=a'])
  })

  it('C2b: compare locales in any case, and distinguish regions', () => {
    expect(applies({ locale: 'DE' }, { locale: 'de' })).toBe(true)
    expect(applies({ locale: 'de-at' }, { locale: 'de-AT' })).toBe(true)
    expect(applies({ locale: 'de-AT' }, { locale: 'de' })).toBe(false)
    expect([applies({ locale: 'de' }), applies({ device: 'mobile' })]).toEqual([false, false])
    expect(applies({ device: 'mobile' }, { device: 'mobile' })).toBe(true)
  })

  it('C2c: match a filter by any selected value, in any case and with or without accents', () => {
    const filters = [{ key: 'color', value: ['Crème', 'Red'] }, { key: 'size', value: [] }] // biome-ignore format: one line reads better
    expect(applies({ filter: { key: 'color', value: 'creme' } }, { filters })).toBe(true)
    expect(applies({ filter: { key: 'color', value: 'RED' } }, { filters })).toBe(true)
    expect(applies({ filter: { key: 'size' } }, { filters })).toBe(false)
    expect(applies({ filter: { key: 'color' } })).toBe(false)
  })

  it('C4: must all hold', () => {
    const when = { query: 'sofa', market: 7, device: 'mobile' } as const
    const situation = { query: 'sofa', market: ['7'], device: 'mobile' } as const
    expect(applies(when, situation)).toBe(true)
    for (const other of [{ query: 'bed' }, { market: ['8'] }, { device: 'tablet' as const }])
      expect(applies(when, { ...situation, ...other })).toBe(false)
  })

  it('C5: recognize a device by its user agent', () => {
    expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148')).toBe('mobile')
    expect(deviceOf('Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/120 Mobile Safari')).toBe('mobile')
    expect(deviceOf('Mozilla/5.0 (Linux; Android 13; SM-X200) Chrome/120 Safari')).toBe('tablet')
    expect(deviceOf('Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X)')).toBe('tablet')
    expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe('desktop')
    expect(deviceOf(undefined)).toBe('desktop')
  })
})
