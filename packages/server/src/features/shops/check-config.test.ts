import { describe, expect, it } from 'vitest'
import { RequestRefused } from '../errors.ts'
import { checkConfig } from './check-config.ts'
import { unknownKeys, withoutUnknownKeys } from './unknown-keys.ts'
import { ShopConfigInput } from '@vitrine/contract'

function faults(document: unknown): string[] {
  try {
    checkConfig(document)
    return []
  } catch (error) {
    if (error instanceof RequestRefused) return error.items.map((item) => item.message)
    throw error
  }
}

const many = (count: number, make: (i: number) => unknown = (i) => `w${i}`) =>
  Array.from({ length: count }, (_, i) => make(i))

describe('a configuration document', () => {
  it('is refused for unknown keys, with their paths', () => {
    const document = {
      serach: {},
      search: { synonims: [], rules: [{ id: 1, when: { querry: 'x' }, redirect: '/x' }] },
      shop: { nam: 'x' },
      sections: [{ id: 1, title: 'x', type: 'trending', page_types: ['home'], eligibility: { market: [] } }],
      edge: { regoins: [] },
    }
    expect(faults(document).sort()).toEqual([
      '"edge.regoins" is not allowed',
      '"search.rules[0].when.querry" is not allowed',
      '"search.synonims" is not allowed',
      '"sections[0].eligibility.market" is not allowed',
      '"serach" is not allowed',
      '"shop.nam" is not allowed',
    ])
  })

  it('may have any keys where the merchant chooses them', () => {
    const free = { whatever: { is: ['said', 1] } }
    expect(faults({ settings: free, search: { settings: free }, translations: { de: { 'any.key': 'x' } } })).toEqual([])
  })

  const rule = (parts: object) => ({ search: { rules: [{ id: 1, when: { query: 'x' }, ...parts }] } })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://shop.example/1',
    'http://[',
  ])('leads to no script, wherever it names an address: %j', (url) => {
    const documents = [
      rule({ redirect: url }),
      rule({ content: [{ slot: 'top', url }] }),
      { pages: [{ id: 1, handle: 'a', title: 'A', url }] },
      { articles: [{ id: 1, handle: 'a', title: 'A', url }] },
      { alerts: { webhook_url: url } },
    ]
    for (const document of documents) expect(faults(document)).toEqual([expect.stringMatching(/must be|must begin/)])
  })

  it.each(['/pages/sale', 'pages/sale?a=b#c', '//cdn.example/x', 'https://shop.example/a', 'HTTP://shop.example'])(
    'may link to %s',
    (url) => {
      expect(faults(rule({ redirect: url, content: [{ slot: 'top', url }] }))).toEqual([])
      expect(faults(rule({ content: [{ slot: 'top', url: 'mailto:a@shop.example' }] }))).toEqual([])
      expect(faults({ pages: [{ id: 1, handle: 'a', title: 'A', url }] })).toEqual([])
    },
  )

  const tooMuch: [string, unknown, string][] = [
    [
      'a synonym group',
      { search: { synonyms: [many(51)] } },
      '"search.synonyms[0]" must contain less than or equal to 50 items',
    ],
    [
      'a group of 20,000 words',
      { search: { synonyms: [many(20_000)] } },
      '"search.synonyms[0]" must contain less than or equal to 50 items',
    ],
    [
      'synonym groups',
      { search: { synonyms: many(2001, () => ['a', 'b']) } },
      '"search.synonyms" must contain less than or equal to 2000 items',
    ],
    [
      'synonyms in all',
      { search: { synonyms: many(250, () => many(50)) } },
      '"search.synonyms" must contain at most 10000 words in total',
    ],
    [
      'stop words',
      { search: { stop_words: many(2001) } },
      '"search.stop_words" must contain less than or equal to 2000 items',
    ],
    [
      'rules',
      { search: { rules: many(2001, (id) => ({ id, when: {}, redirect: '/' })) } },
      '"search.rules" must contain less than or equal to 2000 items',
    ],
    [
      'filters',
      { filters: many(251, (i) => ({ id: i + 1, key: `k${i}`, title: 't', attribute_type: 'tag' })) },
      '"filters" must contain less than or equal to 250 items',
    ],
    [
      'a word',
      { search: { stop_words: ['x'.repeat(256)] } },
      '"search.stop_words[0]" length must be less than or equal to 255 characters long',
    ],
    [
      'locales',
      { translations: Object.fromEntries(many(201, (i) => [`l${i}`, {}]) as [string, object][]) },
      '"translations" must have less than or equal to 200 keys',
    ],
    ['free settings', { settings: { a: many(10_001) } }, '"settings" must contain at most 10000 values in total'],
  ]
  for (const [what, document, message] of tooMuch) {
    it(`names the field and the limit if there is too much: ${what}`, () => {
      expect(faults(document)).toEqual([message])
    })
  }

  const neverActs: [string, object, string][] = [
    ['visits', { when: { segment: { visits: { min: 3, max: 2 } } } }, 'when.segment.visits.max'],
    ['money spent', { when: { segment: { spent: { min: 3, max: 2 } } } }, 'when.segment.spent.max'],
    ['prices', { when: {}, boost: [{ price: { min: 9, max: 5 } }] }, 'boost[0].price.max'],
  ]
  for (const [what, rule, path] of neverActs) {
    it(`refuses a rule for a range of ${what} that ends before it begins`, () => {
      expect(faults({ search: { rules: [{ id: 1, redirect: '/', ...rule }] } })).toEqual([
        `"search.rules[0].${path}" must be greater than or equal to min`,
      ])
    })
  }

  it('refuses a rule for an unknown filter or locale, a boost without a condition, and a blank query', () => {
    const rules = [
      { id: 1, when: { filter: { key: 'colour' }, locale: 'no such' }, redirect: '/' },
      { id: 2, when: {}, boost: [{ weight: 3 }], bury: [{}] },
      { id: 3, when: { query: '  ' }, redirect: '/' },
    ]
    expect(faults({ filters: [], search: { rules } }).sort()).toEqual([
      '"search.rules[0].when.filter.key" must be the key of a filter',
      '"search.rules[0].when.locale" must be a BCP 47 locale',
      '"search.rules[1].boost[0]" must name an attribute or products',
      '"search.rules[1].bury[0]" must name an attribute or products',
      '"search.rules[2].when.query" is not allowed to be empty',
    ])
  })

  it('accepts rules for filters that are derived from the catalog', () => {
    const rules = [{ id: 1, when: { filter: { key: 'color' } }, filters: { replace: ['size'], add: ['color'] } }]
    expect(faults({ search: { rules } })).toEqual([])
    expect(faults({ automatic: false, search: { rules } })).toHaveLength(3)
    expect(faults({ filters: [], search: { rules } })).toHaveLength(3)
  })

  it('refuses a tested draft for the same faults that prevent publishing it, with the draft’s path', () => {
    const testing = (search: unknown) => ({
      search: { rules: [{ id: 'a', when: { query: 'x' }, redirect: '/x' }] },
      experiences: [{ id: 1, name: 'A', variants: [{ key: 'own', weight: 1 }, { key: 'new', weight: 1, patch: { search } }] }], // biome-ignore format: one line reads better
    })
    expect(faults(testing({ rules: [], synonyms: [['a', 'b']], ranking: null }))).toEqual([])
    expect(faults(testing({ rules: [{ id: 'a', when: { query: 'x' } }] }))[0]).toMatch(
      /^"experiences\[0\]\.variants\[1\]\.patch\.search\.rules\[0\]" must have an action/,
    )
    expect(faults(testing({ synonims: [] }))).toEqual([
      '"experiences[0].variants[1].patch.search.synonims" is not allowed',
    ])
  })

  it('lists at most 100 faults', () => {
    const filters = many(250, (i) => ({ id: 1, key: `k${i}`, title: 't', attribute_type: 'option' }))
    expect(faults({ filters })).toHaveLength(100)
  })
})

describe('keys stored by an earlier version', () => {
  it('are found and left out at any depth', () => {
    const stored = { old: 1, search: { older: 2, rules: [{ id: 1, oldest: 3 }] }, settings: { own: 1 } }
    expect(unknownKeys(ShopConfigInput, stored)).toEqual([
      ['old'],
      ['search', 'older'],
      ['search', 'rules', 0, 'oldest'],
    ])
    expect(withoutUnknownKeys(ShopConfigInput, stored)).toEqual({
      search: { rules: [{ id: 1 }] },
      settings: { own: 1 },
    })
    expect(stored.old).toBe(1)
  })
})
