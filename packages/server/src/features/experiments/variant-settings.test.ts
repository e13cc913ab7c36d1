import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { assignExperiences, presentExperience } from './assign-experiences.ts'
import {
  about,
  assignmentsAbout,
  serveExperience,
  variantsOf,
  variedRecommendation,
  variedShop,
} from './variant-settings.ts'

const experience = (id: number, variant: object, parts: object = {}) => ({
  id,
  name: `E${id}`,
  variants: [{ key: 'on', weight: 1, ...variant }, { key: 'off', weight: 0 }], // biome-ignore format: one line reads better
  ...parts,
})
const shopWith = (document: unknown) =>
  ({ id: 's', version: 1, config: completeConfig(document as ShopConfigInput) }) as unknown as Shop
const ids = (assignments: readonly { experience: { id: number | string } }[]) =>
  assignments.map((one) => one.experience.id)

describe('a variant that tests a draft', () => {
  const rule = (id: string) => ({ id, when: { query: 'lamp' }, hide: [1] })
  const shop = shopWith({
    search: { rules: [rule('live')], synonyms: [['a', 'b']], exclude_out_of_stock: true },
    experiences: [experience(1, { patch: { search: { rules: [rule('drafted')], exclude_out_of_stock: null } } })],
  })
  const visitor = { visitorId: 'v', clientId: null } as unknown as Parameters<typeof assignmentsAbout>[2]

  it('searches as if the draft were published, only for its own visitors; removed settings become defaults', () => {
    const assigned = assignmentsAbout('search', shop, visitor)
    expect(ids(assigned)).toEqual([1])
    const { search } = variedShop(shop, assigned).config
    expect(search.rules.map(({ id }) => id)).toEqual(['drafted'])
    expect(search.synonyms).toEqual([['a', 'b']])
    expect(search.exclude_out_of_stock).toBe(completeConfig({}).search.exclude_out_of_stock)
    expect(variedShop(shop, []).config.search.rules.map(({ id }) => id)).toEqual(['live'])
  })

  it('shows the sections of the draft without changing search', () => {
    const drafted = [{ id: 7, type: 'bestsellers', page_types: ['home'], title: 'Drafted' }]
    const patched = shopWith({ experiences: [experience(1, { patch: { sections: drafted } })] })
    expect(ids(assignmentsAbout('search', patched, visitor))).toEqual([])
    const assigned = assignmentsAbout('recommend', patched, visitor)
    expect(ids(assigned)).toEqual([1])
    expect(variedShop(patched, assigned).config.sections).toEqual(drafted)
    expect(variedShop(patched, []).config.sections).toEqual([])
  })

  it('affects recommendations, too, if rules that it adds or removes affect them', () => {
    const everywhere = { id: 'r', when: {}, hide: [1] }
    const about = (live: object[], search: object) =>
      ids(
        assignmentsAbout(
          'recommend',
          shopWith({ search: { rules: live }, experiences: [experience(1, { patch: { search } })] }),
          visitor,
        ),
      )
    expect(about([], { rules: [everywhere] })).toEqual([1])
    expect(about([everywhere], { rules: [] })).toEqual([1])
    expect(about([], { exclude_out_of_stock: true })).toEqual([1])
    expect(about([everywhere], { synonyms: [['a', 'b']] })).toEqual([])
    expect(about([], { rules: [rule('of a query')] })).toEqual([])
  })
})

describe('the variants of a visitor', () => {
  const shop = shopWith({
    experiences: [
      experience(1, { search: { synonyms: [['a', 'b']] } }),
      experience(2, { recommend: { diversity: 0.5 } }),
      experience(3, {}),
      experience(4, {}),
      experience(5, {}, { status: 'paused' }),
    ],
    search: {
      rules: [
        { id: 1, when: { experience: { id: 3, variant: 'on' } }, boost: [{ tag: 'x' }], recommendations: true },
        { id: 2, when: { experience: { id: 4, variant: 'on' } }, boost: [{ tag: 'x' }] },
      ],
    },
  })

  it('V1: affect search or recommendations by their own settings, or by a rule for them', () => {
    const visitor = { visitorId: 'v' }
    expect(ids(assignmentsAbout('search', shop, visitor as never))).toEqual([1, 3, 4])
    expect(ids(assignmentsAbout('recommend', shop, visitor as never))).toEqual([2, 3])
    expect(ids(about('search', shop.config, []))).toEqual([])
  })

  it('V2: are those of the visitor, else of the client, and none for an unknown shopper', () => {
    expect(variantsOf(shop, { visitorId: 'v' } as never)).toEqual(['1=on', '2=on', '3=on', '4=on'])
    expect(variantsOf(shop, { clientId: 'c' } as never)).toHaveLength(4)
    expect([variantsOf(shop, {} as never), assignmentsAbout('search', shop, {} as never)]).toEqual([[], []])
    const even = shopWith({ experiences: [experience(1, {}, { variants: [{ key: 'a', weight: 1 }, { key: 'b', weight: 1 }] })] }) // biome-ignore format: one line reads better
    const names = (identity: object) => variantsOf(even, identity as never)
    const [one, other] = Array.from({ length: 30 }, (_, i) => `v${i}`).reduce<string[][]>(
      (groups, id) => {
        groups[names({ visitorId: id })[0] === '1=a' ? 0 : 1]!.push(id)
        return groups
      },
      [[], []],
    )
    expect(names({ visitorId: one![0], clientId: other![0] })).toEqual(['1=a'])
  })

  it('V3: are recorded in the serve, with their experience', () => {
    const [assignment] = assignExperiences(shop.config, 'v', null)
    expect(serveExperience(assignment)).toEqual({ id: '1', variant: 'on' })
    expect(serveExperience(undefined)).toBeNull()
    expect(presentExperience(assignment!)).toEqual({ id: 1, name: 'E1', variant: 'on', qs: 'exp_1=on' })
  })

  it('V4: can be forced by the URL, even in a paused experience; an unknown name forces nothing', () => {
    const forced = (qs: string) =>
      assignExperiences(shop.config, 'v', qs).map(({ experience: { id }, variant }) => `${id}=${variant.key}`)
    expect(forced('exp_1=off')).toEqual(['1=off', '2=on', '3=on', '4=on'])
    expect(forced('exp_5=on')).toContain('5=on')
    expect(forced('exp_1=none')).toEqual(['1=on', '2=on', '3=on', '4=on'])
  })
})

describe('what variants change about recommendations', () => {
  const assigned = (...settings: (object | undefined)[]) =>
    settings.map((recommend) => ({ variant: { recommend } })) as never

  it('V5: come from the first variant that sets them, each setting by itself', () => {
    const varied = variedRecommendation(
      'trending',
      assigned(undefined, { diversity: 0.2 }, { replace: { trending: 'bestsellers' }, diversity: 0.9 }, { steps: { bestsellers: ['x'], trending: ['y'] } }), // biome-ignore format: one line reads better
    )
    expect(varied).toEqual({ type: 'bestsellers', steps: ['x'], diversity: 0.2 })
    expect(variedRecommendation('trending', assigned({ diversity: 0 }))).toEqual({ type: 'trending', steps: undefined, diversity: 0 }) // biome-ignore format: one line reads better
    expect(variedRecommendation('trending', [])).toEqual({ type: 'trending', steps: undefined, diversity: undefined })
  })
})

describe('what variants change about search', () => {
  const shop = shopWith({ search: { synonyms: [['own', 'words']], personalization_enabled: true } })
  const assigned = (id: number, search: object | undefined) =>
    ({ experience: { id }, variant: { key: 'on', search } }) as never

  it('V6: is only what they set, with their synonyms before the shop’s', () => {
    expect(variedShop(shop, [assigned(1, undefined)])).toBe(shop)
    const { config } = variedShop(shop, [assigned(1, { synonyms: [['a', 'b']], personalization_enabled: false })])
    expect(config.search.synonyms).toEqual([['a', 'b'], ['own', 'words']]) // biome-ignore format: one line reads better
    expect(config.search.personalization_enabled).toBe(false)
    expect(config.search.ranking).toEqual(shop.config.search.ranking)
    expect(shop.config.search.synonyms).toEqual([['own', 'words']])
  })

  it('V7: is computed once for the same variants', () => {
    const [one, two] = [assigned(1, { synonyms: [['a', 'b']] }), assigned(2, { synonyms: [['c', 'd']] })]
    expect(variedShop(shop, [one]).config).toBe(variedShop(shop, [one]).config)
    expect(variedShop(shop, [two]).config).not.toBe(variedShop(shop, [one]).config)
    expect(variedShop(shop, [one, two]).config.search.synonyms).toHaveLength(3)
  })
})
