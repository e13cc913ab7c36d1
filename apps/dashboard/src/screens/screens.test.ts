// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { Format } from '../format/use-format.ts'
import { SCREENS } from '../screens.ts'
import { newExperience, winnerPatch } from './experiments/experience.ts'
import { moved } from './facets/facets.tsx'
import { describeWhen } from './rules/describe-when.ts'
import { ATTRIBUTES, attributesOf, filterOf, startOf } from './rules/target.ts'
import { newSection, pagesOf, type Section } from './sections/section.ts'
import { settingTabsOf } from './settings/setting-tabs.ts'
import { alertMessage } from './today/alert-message.ts'
import { evidenceText, proposalText } from './today/proposal-text.ts'

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never

describe('screens', () => {
  it('have unique paths; searches take a query as a path segment, the workbench as a parameter', () => {
    expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length)
    expect(SCREENS.flatMap(({ name, forQuery }) => (forQuery ? [[name, forQuery]] : []))).toEqual([
      ['searches', 'path'],
      ['workbench', 'parameter'],
    ])
  })

  it('that work without products are those for setting up a shop', () => {
    expect(SCREENS.filter(({ needsProducts }) => !needsProducts).map(({ name }) => name)).toEqual([
      'today',
      'collections',
      'rules',
      'synonyms',
      'catalog',
      'events',
      'settings',
    ])
  })

  it('show the settings of users to owners, and of keys to owners and developers', () => {
    const all = settingTabsOf('owner')
    expect(settingTabsOf('developer')).toEqual(all.filter((tab) => tab !== 'users'))
    const own = ['history', 'alerts', 'account']
    expect([settingTabsOf('merchandiser'), settingTabsOf('analyst')]).toEqual([own, own])
  })
})

describe('a target of a rule', () => {
  it.each([
    [{ vendor: 'A' }, 'vendor:A'],
    [{ price: { min: 1 } }, 'price:1:'],
    [{ price: { max: 0 }, tag: 'x' }, 'tag:x;price::0'],
    [{ in_stock: true }, 'stock:in'],
    [{ in_stock: false }, 'stock:out'],
    [{ vendor: '' }, undefined],
    [{ vendor: 'A', newer_than_days: 3 }, undefined],
    [{ metafield: { key: 'a', value: 'b' } }, undefined],
    [{ product_ids: [1] }, undefined],
    [{}, undefined],
  ])('%o is the filter %s of the catalog', (target, filter) => {
    expect(filterOf(target as never)).toBe(filter)
  })

  it('starts with the chosen attribute and no other', () => {
    for (const attribute of ATTRIBUTES) expect(attributesOf(startOf(attribute))).toEqual([attribute])
    expect(startOf('newer_than_days')).toEqual({ newer_than_days: 30 })
    expect(startOf('in_stock')).toEqual({ in_stock: true })
  })
})

describe("the description of a rule's conditions", () => {
  it.each([
    [{}, ''],
    [{ market: 'eu', locale: 'de' }, 'workbench.market eu, de'],
    [{ device: 'mobile', filter: { key: 'color', value: 'Red' } }, 'device.mobile, color = Red'],
    [{ filter: { key: 'color' } }, 'color'],
    [{ experience: { id: 3, variant: 'b' } }, 'rules.variantOf 3: b'],
    [
      { segment: { logged_in: true, business_account: false } },
      'rules.logged_in: common.yes, rules.business_account: common.no',
    ],
    [
      { segment: { visits: { min: 2 }, orders: { max: 4 }, spent: { min: 1, max: 9 } } },
      'rules.visits ≥ 2, rules.orders 0–4, rules.spent 1–9',
    ],
    [{ segment: { bought_type: 'Mug' } }, 'rules.bought Mug'],
  ])('%o', (when, text) => {
    expect(describeWhen(when as never, t)).toBe(text)
  })
})

describe('lists that the dashboard edits', () => {
  const section = (id: number, page: string, position?: number) => ({ id, page_types: [page], position }) as Section

  it('give a new item the next number, even if some ids are not numbers', () => {
    const experience = (id: unknown) => ({ id }) as never
    expect(newExperience([], { key: 'b', weight: 1 })).toMatchObject({
      id: 1,
      status: 'active',
      variants: [
        { key: 'control', weight: 1 },
        { key: 'b', weight: 1 },
      ],
    })
    expect(newExperience([experience('x'), experience('4')], { key: 'b', weight: 1 }).id).toBe(5)
    expect(newSection([section(7, 'home', 3), section(2, 'cart', 9)], 'home')).toMatchObject({
      id: 8,
      position: 4,
      page_types: ['home'],
      max_products: 12,
      status: 'active',
    })
    expect(newSection([section(1, 'cart')], 'cart')).toMatchObject({ id: 2, position: 1 })
  })

  it('order pages as in a visit, with the home page first and unknown pages last', () => {
    expect(pagesOf([section(1, 'cart'), section(2, 'own'), section(3, 'product')])).toEqual([
      'home',
      'product',
      'cart',
      'own',
    ])
  })

  it('keep the order of all other items when an item is moved', () => {
    const list = ['a', 'b', 'c', 'd']
    expect([moved(list, 0, 2), moved(list, 3, 0), moved(list, 1, 1)]).toEqual([
      ['b', 'c', 'a', 'd'],
      ['d', 'a', 'b', 'c'],
      list,
    ])
  })

  it('turn the winner of an experiment into a patch if it has settings', () => {
    const [own, patched] = [{ ranking: {} }, { search: { synonyms: [] } }]
    expect(winnerPatch({ key: 'b', weight: 1, search: own } as never)).toEqual({ search: own })
    expect(winnerPatch({ key: 'b', weight: 1, search: own, patch: patched } as never)).toEqual(patched)
    expect(winnerPatch({ key: 'b', weight: 1 })).toBeUndefined()
  })
})

describe('translated texts', () => {
  const words = { t }
  const proposal = (kind: string, more: object = {}) =>
    proposalText(words, { kind, query: 'q', patch: {}, proposal: 'Say so', evidence: [], ...more } as never)

  it('name what a proposal would change', () => {
    const synonyms = { search: { synonyms: [{ to: 'old' }, { from: 'q', to: 'sofa' }] } }
    expect([
      proposal('synonym', { patch: synonyms }),
      proposal('redirect', { patch: { search: { rules: [{ redirect: '/a' }] } } }),
      proposal('choose'),
      proposal('data', { evidence: [{}] }),
      proposal('data'),
      proposal('rule', { proposal: 'Put “Blue mug” first for q' }),
    ]).toEqual([
      'inbox.proposal.synonym q sofa',
      'inbox.proposal.redirect q /a',
      'inbox.proposal.choose q',
      'inbox.proposal.data q',
      'Say so',
      'inbox.proposal.rule q Blue mug',
    ])
    expect(evidenceText(words, { kind: 'clicks', count: 3, text: 'x' } as never, synonyms)).toBe(
      'inbox.evidence.clicks 3 sofa',
    )
    expect(evidenceText(words, { kind: 'clicks', text: 'x' } as never, {})).toBe('inbox.evidence.clicks 0 ')
    expect(evidenceText(words, { kind: 'other', text: 'x' } as never, {})).toBe('x')
  })

  it("give an alert's value as a share or in minutes, and name its queries", () => {
    const format = {
      percent: (value: number) => `${value} %`,
      number: (value: number, digits: number) => `${value}/${digits}`,
    }
    expect(
      alertMessage(
        words,
        format as unknown as Format,
        { kind: 'zero', value: 2, message: 'not as expected: “a”, “b”' } as never,
      ),
    ).toBe('alerts.message.zero 2 % 2/0 “a”, “b”')
  })
})
