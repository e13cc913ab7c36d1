import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { referenceFaults } from './config-references.ts'

const faults = (document: unknown) =>
  referenceFaults(completeConfig(document as ShopConfigInput)).map(({ message }) => message)
const filter = (id: number, parts: object = {}) => ({ id, key: `k${id}`, title: 't', attribute_type: 'tag', ...parts })
const rules = (...list: object[]) => ({ search: { rules: list.map((one, id) => ({ id, when: {}, ...one })) } })
const experience = (parts: object = {}) => ({
  id: 9,
  name: 'E',
  variants: [{ key: 'a', weight: 1 }, { key: 'b', weight: 0 }], // biome-ignore format: one line reads better
  ...parts,
})

describe('a consistent document', () => {
  it('F1: has unique ids, written as numbers or text', () => {
    expect(faults({ filters: [filter(1), filter(2, { key: 'k1' })] })).toEqual(['"filters[1].key" is used twice'])
    expect(faults({ filters: [filter(1), filter(1, { key: 'x' }), filter(2)] })).toEqual([
      '"filters[1].id" is used twice',
    ])
    expect(faults(rules({ id: 1, redirect: '/' }, { id: '1', redirect: '/' }))).toEqual([
      '"search.rules[1].id" is used twice',
    ])
    expect(faults({ markets: [{ id: 1, handle: 'a', name: 'A' }, { id: 2, handle: 'a', name: 'B' }] })).toEqual(['"markets[1].handle" is used twice']) // biome-ignore format: one line reads better
  })

  it('F2: has a time zone and locales that exist', () => {
    expect(faults({ shop: { timezone: 'Europe/Nowhere' } })).toEqual(['"shop.timezone" must be an IANA time zone'])
    expect(faults({ shop: { primary_locale: 'not a locale' } })).toEqual([
      '"shop.primary_locale" must be a BCP 47 locale',
    ])
    expect(faults({ shop: { timezone: 'Europe/Paris', primary_locale: 'fr-CA' } })).toEqual([])
    const market = (locales: string[]) => ({ markets: [{ id: 1, handle: 'a', name: 'A', locales }] })
    expect(faults(market(['de', 'x y']))).toEqual(['"markets[0].locales[1]" must be a BCP 47 locale'])
  })

  it('F3: has the name of the option or metafield in each such filter', () => {
    expect(faults({ filters: [filter(1, { attribute_type: 'option' })] })).toEqual([expect.stringContaining("must name the product's option")]) // biome-ignore format: one line reads better
    expect(faults({ filters: [filter(1, { attribute_type: 'option', attribute: 'Size' })] })).toEqual([])
    for (const attribute of [undefined, 'fit', '.fit', 'custom.', 'my custom.fit'])
      expect(faults({ filters: [filter(1, { attribute_type: 'metafield', attribute })] })).toEqual([
        '"filters[0].attribute" must be namespace.key of a metafield',
      ])
    expect(faults({ filters: [filter(1, { attribute_type: 'metafield', attribute: 'custom.fit' })] })).toEqual([])
  })

  it('F4: has bounds in order, and unique values', () => {
    const bounds = (min: number | null, max: number | null) => faults({ filters: [filter(1, { min, max })] })
    expect(bounds(2, 1)).toEqual(['"filters[0].max" must be greater than or equal to min'])
    expect([bounds(1, 1), bounds(1, 2), bounds(5, null), bounds(null, 1)]).toEqual([[], [], [], []])
    expect(faults({ filters: [filter(1, { values: [{ value: 'a' }, { value: 'b' }, { value: 'a' }] })] })).toEqual([
      '"filters[0].values[2].value" is used twice',
    ])
  })

  it('F5: has trees of unique, existing filters, and one default per page type', () => {
    const tree = (id: number, parts: object) => ({ id, title: 't', target_page: 'search', filters: [], ...parts })
    const trees = (...list: object[]) => faults({ filters: [filter(1)], filter_trees: list })
    expect(trees(tree(1, { filters: [1, 2] }))).toEqual([
      '"filter_trees[0].filters[1]" names filter 2, which does not exist',
    ])
    expect(trees(tree(1, { filters: [1, 1] }))).toEqual(['"filter_trees[0].filters[1]" is used twice'])
    const defaults = [tree(1, { is_default: true }), tree(2, {}), tree(3, { is_default: true })]
    expect(trees(...defaults)).toEqual([
      '"filter_trees[2].is_default" is already set on another tree of the search page',
    ])
    expect(trees(defaults[0]!, tree(2, { is_default: true, target_page: 'collection' }))).toEqual([])
  })

  it('F6: may refer to entries that violate the schema', () => {
    const holes = completeConfig({ filters: [filter(1)], filter_trees: [{ id: 1, title: 't', target_page: 'search', filters: [7] }], sections: [{ id: 1, title: 's', type: 'trending', page_types: ['home'], experience_id: 5 }], search: { rules: [{ id: 1, when: { experience: { id: 5, variant: 'a' } }, redirect: '/' }] } } as unknown as ShopConfigInput) // biome-ignore format: one line reads better
    expect(referenceFaults(holes)).toHaveLength(3)
    const [filters, experiences] = [holes.filters.slice(), holes.experiences.slice()]
    filters.length += 1
    experiences.length += 1
    expect(referenceFaults({ ...holes, filters })).toHaveLength(2)
    expect(referenceFaults({ ...holes, experiences })).toHaveLength(1)
  })

  it('F7: has a weight in at least one variant of each experience, and unique variant keys', () => {
    expect(faults({ experiences: [experience()] })).toEqual([])
    const none = experience({ variants: [{ key: 'a', weight: 0 }, { key: 'b', weight: 0 }] }) // biome-ignore format: one line reads better
    expect(faults({ experiences: [none] })).toEqual([
      '"experiences[0].variants" must give at least one variant a weight above 0',
    ])
    const twice = experience({ variants: [{ key: 'a', weight: 1 }, { key: 'a', weight: 1 }] }) // biome-ignore format: one line reads better
    expect(faults({ experiences: [twice] })).toEqual(['"experiences[0].variants[1].key" is used twice'])
  })

  it('F8: has sections for existing variants, with bounds in order', () => {
    const section = (parts: object) =>
      faults({
        experiences: [experience()],
        sections: [{ id: 1, title: 's', type: 'trending', page_types: ['home'], ...parts }],
      })
    expect(section({ experience_id: 9, variant: 'a' })).toEqual([])
    expect(section({ experience_id: '9' })).toEqual([])
    expect(section({ experience_id: 8 })).toEqual([
      '"sections[0].experience_id" names experience 8, which does not exist',
    ])
    expect(section({ variant: 'a' })).toEqual(['"sections[0].variant" needs the experience_id it belongs to'])
    expect(section({ experience_id: 9, variant: 'c' })).toEqual([
      '"sections[0].variant" names variant c, which experience 9 does not have',
    ])
    expect(section({ min_products: 5, max_products: 4 })).toEqual([
      '"sections[0].max_products" must be greater than or equal to min_products',
    ])
    expect([section({ min_products: 4, max_products: 4 }), section({ min_products: 9 })]).toEqual([[], []])
  })

  it('F9: has rules with at least one action', () => {
    expect(faults(rules({}))).toEqual([expect.stringContaining('must have an action')])
    expect(faults(rules({ pin: [], hide: [], filters: { add: [] } }))).toEqual([expect.stringContaining('must have an action')]) // biome-ignore format: one line reads better
    const actions = [
      { pin: [{ product_id: 1, position: 1 }] },
      { pin_where: [{ tag: 'x', position: 1 }] },
      { hide: [1] },
      { hide_where: [{ tag: 'x' }] },
      { boost: [{ tag: 'x' }] },
      { bury: [{ tag: 'x' }] },
      { content: [{ slot: 's' }] },
      { redirect: '/x' },
    ]
    for (const action of actions) expect(faults(rules(action))).toEqual([])
    const about = (filters: object) => faults({ filters: [filter(1)], ...rules({ filters }) })
    expect([about({ add: ['k1'] }), about({ replace: ['k1'] })]).toEqual([[], []])
    expect(about({ add: ['k1', 'k2'] })).toEqual(['"search.rules[0].filters.add[1]" must be the key of a filter'])
  })

  it('F10: has targets with at least one condition', () => {
    expect(faults(rules({ pin_where: [{ position: 1, limit: 3 }] }))).toEqual([
      '"search.rules[0].pin_where[0]" must name an attribute or products',
    ])
    expect(faults(rules({ hide_where: [{ tag: 'x' }, {}] }))).toEqual([
      '"search.rules[0].hide_where[1]" must name an attribute or products',
    ])
  })

  it('F11: has rules for existing variants and markets', () => {
    const when = (condition: object) =>
      faults({
        experiences: [experience()],
        markets: [{ id: 7, handle: 'eu', name: 'EU' }],
        ...rules({ redirect: '/', when: condition }),
      })
    expect([when({ experience: { id: '9', variant: 'b' } }), when({ market: 7 }), when({ market: 'eu' })]).toEqual([[], [], []]) // biome-ignore format: one line reads better
    expect(when({ experience: { id: 8, variant: 'a' } })).toEqual([
      '"search.rules[0].when.experience.id" names experience 8, which does not exist',
    ])
    expect(when({ experience: { id: 9, variant: 'c' } })).toEqual([
      '"search.rules[0].when.experience.variant" names variant c, which experience 9 does not have',
    ])
    expect(when({ market: 8 })).toEqual(['"search.rules[0].when.market" must be a market of the shop'])
  })

  it('F12: has rules that end after they begin', () => {
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
    const times = (starts_at: string | null, ends_at: string | null) =>
      faults(rules({ redirect: '/', starts_at, ends_at }))
    expect(times(late, early)).toEqual(['"search.rules[0].ends_at" must be later than starts_at'])
    expect(times(early, early)).toHaveLength(1)
    expect([times(early, late), times(late, null), times(null, early)]).toEqual([[], [], []])
  })

  it('F13: pins each product and each position once, and never a hidden product', () => {
    const pin = (product_id: number, position: number) => ({ product_id, position })
    expect(faults(rules({ pin: [pin(1, 1), pin(1, 2)] }))).toEqual([
      '"search.rules[0].pin[1].product_id" is used twice',
    ])
    expect(faults(rules({ pin: [pin(1, 1), pin(2, 1)] }))).toEqual(['"search.rules[0].pin[1].position" is used twice'])
    expect(faults(rules({ pin: [pin(1, 1), pin(2, 2)], hide: [2, 3] }))).toEqual([
      '"search.rules[0].pin[1].product_id" is both pinned and hidden',
    ])
  })

  it('F14: has at most 10,000 words in synonyms', () => {
    const groups = (count: number) =>
      Array.from({ length: count }, (_, i) => [`a${i}`, `b${i}`, `c${i}`, `d${i}`, `e${i}`])
    const synonyms = (list: unknown[]) => faults({ search: { synonyms: list } })
    expect(synonyms(groups(2000))).toEqual([])
    expect(synonyms([...groups(1999), { from: 'x', to: ['1', '2', '3', '4'] }])).toEqual([])
    expect(synonyms([...groups(1999), { from: 'x', to: ['1', '2', '3', '4', '5'] }])).toHaveLength(1)
    expect(synonyms([...groups(1999), ['x', 'y', 'z'], { from: 'x', to: 'y' }])).toEqual([])
    // A group that violates the schema leaves a hole, which has no words.
    expect(synonyms([...groups(2000), undefined])).toEqual([])
  })

  it('F15: has one online store', () => {
    const publications = ['1', '2', '3'].map((id) => ({ id, name: id, is_online_store: id !== '2' }))
    expect(faults({ publications })).toEqual([
      '"publications[2].is_online_store" is already set on another publication',
    ])
    expect(faults({ publications: publications.slice(0, 2) })).toEqual([])
  })
})
