import type { SectionConfig, SectionsRequest, ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Call } from '../call.ts'
import { readPresented } from '../agents/agent-product.ts'
import { sessionTokens } from '../session/session-token.ts'
import { openRecommendShop } from '../recommend/testing/recommend-shop.ts'
import { NOW_MS } from '../recommend/testing/shop-context.ts'
import { VisitIds } from '../session/visit-ids.ts'
import { serveSections } from './serve-sections.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are read as the wire shows them
type Answer = any

const section = (id: number, parts: Partial<SectionConfig> = {}) =>
  ({
    id,
    title: `S${id}`,
    type: 'bestsellers',
    page_types: ['home', 'product'],
    max_products: 2,
    ...parts,
  }) as SectionConfig
const SECTIONS = [
  section(1, { translations: { de: { title: 'Erste' } }, experience_id: 9, variant: 'a' } as never),
  section(2, { layout: 'grid', location: 'below', position: 4, extra: { x: 1 }, show_discount_label: true } as never),
  section(3, { status: 'draft' } as never),
]

async function open(config: ShopConfigInput = {}) {
  const experiences = [{ id: 9, name: 'E', status: 'active', variants: [{ key: 'a', weight: 1 }] }]
  const world = await openRecommendShop({
    products: [...Array.from({ length: 8 }, (_, i) => ({ id: i + 1 })), { id: 9, status: 'draft' }],
    config: { sections: SECTIONS, experiences, ...config } as never,
  })
  onTestFinished(() => world.close())
  const deps = { ...world.deps, tokens: sessionTokens('secret'), visits: new VisitIds('secret') }
  const serve = async (body: SectionsRequest, changes: Partial<Call<SectionsRequest>> = {}): Promise<Answer> => {
    world.served.length = 0
    const call = world.call<SectionsRequest>(body, { session: undefined, isAdmin: async () => false, ...changes })
    return readPresented(await serveSections(deps, call))
  }
  return { serve, served: world.served }
}
const shown = ({ sections }: Answer) => sections.map((one: Answer) => one.id)

describe('the sections of an answer', () => {
  it('Z1: are those of the page, each with its settings; shown products are recorded', async () => {
    const { serve, served } = await open()
    const answer = await serve({ page_type: 'home' })
    expect(shown(answer)).toEqual([1, 2])
    expect(answer.sections[0]).toMatchObject({ layout: 'carousel', location: '', position: 0, extra: {}, discount_config: null, show_discount_label: false, experience_id: 9, title: 'S1', page_type: 'home', type: 'bestsellers' }) // biome-ignore format: one line reads better
    expect(answer.sections[1]).toMatchObject({ layout: 'grid', location: 'below', position: 4, extra: { x: 1 }, show_discount_label: true, experience_id: null, translations: null }) // biome-ignore format: one line reads better
    expect(answer.sections.map((one: Answer) => one.products.length)).toEqual([2, 2])
    expect(served.map(({ section: id, products }) => [id, products.map(({ position }) => position)])).toEqual([
      ['1', [1, 2]],
      ['2', [1, 2]],
    ])
    expect(served[0]).toMatchObject({ surface: 'section', requestId: 'request', sectionServeId: answer.sections[0].section_serve_id, recommendationType: 'bestsellers', experience: { id: '9', variant: 'a' } }) // biome-ignore format: one line reads better
  })

  it('Z2: have titles in the shopper’s language', async () => {
    const { serve } = await open()
    const titles = (await serve({ page_type: 'home', locale: 'de-AT' })).sections.map((one: Answer) => one.title)
    expect(titles).toEqual(['Erste', 'S2'])
  })

  it('Z3: are the requested ones, except for those already on the page', async () => {
    const { serve } = await open()
    expect(shown(await serve({ page_type: 'home', sections: [2] } as never))).toEqual([2])
    const both = await serve({ page_type: 'home' })
    const rest = await serve({ page_type: 'home', sections: [2], placed_sections: [1] } as never)
    expect(shown(rest)).toEqual([2])
    expect(rest.sections[0].products.map((one: Answer) => one.product_id)).toEqual(both.sections[1].products.map((one: Answer) => one.product_id)) // biome-ignore format: one line reads better
  })

  it('Z4: include drafts in a preview for the shop’s own staff', async () => {
    const { serve } = await open()
    const admin = { isAdmin: async () => true }
    expect(shown(await serve({ page_type: 'home', preview: true }, admin)).toSorted()).toEqual([1, 2, 3])
    expect(shown(await serve({ page_type: 'home', preview: true }))).toEqual([1, 2])
    expect(shown(await serve({ page_type: 'home' }, admin))).toEqual([1, 2])
  })

  it('Z5: have explanations if requested', async () => {
    const { serve } = await open()
    expect((await serve({ page_type: 'home', explain: true })).sections[0].products[0].explanation).toHaveProperty(
      'step',
    )
    expect((await serve({ page_type: 'home' })).sections[0].products[0]).not.toHaveProperty('explanation')
  })
})

describe('the other parts of the answer', () => {
  it('Z6: include the product of the page if it may be shown', async () => {
    const { serve } = await open()
    const product = async (product_id?: number) =>
      (await serve({ page_type: product_id === undefined ? 'home' : 'product', product_id } as never)).product
    expect(await product(3)).toMatchObject({ product_id: 3 })
    expect([await product(9), await product(99), await product()]).toEqual([null, null, null])
  })

  it('Z7: include the visitor, the visit with its id, and the experience of the page', async () => {
    const { serve } = await open()
    const session = { shop: 'shop', visit: 'w', visitor: 'v', issuedAtMs: NOW_MS }
    const going = await serve({ page_type: 'home' }, { session })
    expect([going.visit_id, going.token === going.session_token]).toEqual(['w', true])
    const claims = JSON.parse(Buffer.from(going.token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ visit: 'w', sub: 'v' })
    const identity = { visitorId: 'other', clientId: null, customerId: null }
    expect((await serve({ page_type: 'home' }, { identity })).visit_id).not.toBe('w')
    expect(going.experience).toMatchObject({ id: 9 })
    const none = await open({ experiences: [], sections: [SECTIONS[1]!] } as never)
    expect((await none.serve({ page_type: 'home' })).experience).toBeNull()
  })
})
