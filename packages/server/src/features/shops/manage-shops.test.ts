import { describe, expect, it } from 'vitest'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { RequestRefused } from '../errors.ts'
import { findShop, patchConfig, replaceConfig, type ShopDeps, saveShop } from './manage-shops.ts'
import { visibleConfig } from './visible-config.ts'

const SHOP = 'a.example.com'

async function open(): Promise<ShopDeps> {
  const deps: ShopDeps = { store: sqliteRecordStore({ path: ':memory:' }) }
  await saveShop(deps, SHOP, { currency: 'EUR' })
  return deps
}

async function faults(attempt: Promise<unknown>): Promise<string[]> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof RequestRefused)) throw new Error(`not refused: ${String(error)}`)
  return error.items.map((item) => `${item.path.join('.')}: ${item.type}`)
}

describe('saveShop', () => {
  it('creates a shop with defaults, and later changes only the given settings', async () => {
    const deps = await open()
    const { shop, created } = await saveShop(deps, SHOP, { name: 'Ours' })
    expect(created).toBe(false)
    expect(shop.config.shop).toMatchObject({ name: 'Ours', currency: 'EUR', primary_locale: 'en' })
  })

  it.each(['', 'shop', 'Shop.example.com', 'a b.example.com', '-a.example.com', `${'a'.repeat(300)}.com`, '../x.com'])(
    'refuses %j as a shop',
    async (id) => {
      await expect(saveShop(await open(), id, {})).rejects.toThrow('must be a domain')
    },
  )

  it('refuses an invalid time zone, locale or currency with its path', async () => {
    const deps = await open()
    const settings = { timezone: 'Mars/Olympus', primary_locale: '??' }
    expect(await faults(saveShop(deps, SHOP, settings))).toEqual([
      'timezone: any.invalid',
      'primary_locale: any.invalid',
    ])
    expect(await faults(saveShop(deps, SHOP, { currency: 'euro' }))).toEqual(['currency: any.only'])
  })
})

describe('the configuration document', () => {
  it('is replaced as a whole, except for omitted settings and secrets', async () => {
    const deps = await open()
    await patchConfig(deps, SHOP, {
      webhook_secret: 'hush',
      filters: [{ id: 1, key: 'v', title: 'V', attribute_type: 'vendor' }],
    })
    const shop = await replaceConfig(deps, SHOP, { currency_rates: { USD: 1.1 } })
    expect(shop.config).toMatchObject({ filters: [], currency_rates: { USD: 1.1 }, webhook_secret: 'hush' })
    expect(shop.config.shop.currency).toBe('EUR')
    expect(visibleConfig(shop)).not.toHaveProperty('webhook_secret')
  })

  it('stays the same if it is read and sent back', async () => {
    const deps = await open()
    const before = await findShop(deps, SHOP)
    const after = await replaceConfig(deps, SHOP, visibleConfig(before))
    expect(after.config).toEqual(before.config)
  })

  it('is patched: objects merge, lists are replaced, null restores the default', async () => {
    const deps = await open()
    await patchConfig(deps, SHOP, { search: { stop_words: ['a', 'b'], search_result_count: 5 }, storefront_token: 't' })
    const shop = await patchConfig(deps, SHOP, { search: { stop_words: ['c'] }, storefront_token: null })
    expect(shop.config.search).toMatchObject({ stop_words: ['c'], search_result_count: 5 })
    expect(shop.config.storefront_token).toBeNull()
    const restored = await patchConfig(deps, SHOP, { search: null })
    expect(restored.config.search.search_result_count).toBe(6)
  })

  it('keeps two concurrent patches', async () => {
    const deps = await open()
    await Promise.all([
      patchConfig(deps, SHOP, { translations: { fr: { a: 'x' } } }),
      patchConfig(deps, SHOP, { translations: { de: { a: 'y' } } }),
    ])
    expect(Object.keys((await findShop(deps, SHOP)).config.translations).sort()).toEqual(['de', 'fr'])
  })

  it('accepts text ids as numbers, too, as YAML has them', async () => {
    const { config } = await replaceConfig(await open(), SHOP, {
      publications: [{ id: 1, name: 'Online', is_online_store: true }],
      business_accounts: [{ id: 1, customer_ids: [77, '78'], catalog_ids: [5] }],
    })
    expect(config.publications[0]?.id).toBe('1')
    expect(config.business_accounts[0]).toMatchObject({ customer_ids: ['77', '78'], catalog_ids: ['5'] })
    const bad = { publications: 'x', business_accounts: [null, { id: 1, customer_ids: [1.5] }] }
    expect(await faults(replaceConfig(await open(), SHOP, bad))).toEqual([
      'publications: array.base',
      'business_accounts.0: object.base',
      'business_accounts.1.customer_ids.0: string.base',
    ])
  })

  it('is refused for unknown parts and settings, even if they are null', async () => {
    const deps = await open()
    const document = { moon: 1, shop: { name: 'N', phase: 'full' } }
    expect(await faults(replaceConfig(deps, SHOP, document))).toEqual([
      'shop.phase: object.unknown',
      'moon: object.unknown',
    ])
    const patch = { serach: null, search: { ranking: { titel: 2 } }, shop: { timezone: 'Moon' } }
    expect(await faults(patchConfig(deps, SHOP, patch))).toEqual([
      'serach: object.unknown',
      'search.ranking.titel: object.unknown',
      'shop.timezone: any.invalid',
    ])
  })

  it('can be changed if it has unknown settings from an earlier version', async () => {
    const deps = await open()
    const stored = await deps.store.getShop(SHOP)
    const old = { ...stored!.config, moon: 1, search: { ...stored!.config.search, phase: 'full' } }
    await deps.store.putShop(SHOP, old, stored!.version)
    const { config } = await patchConfig(deps, SHOP, { search: { stop_words: ['the'] } })
    expect(config.search.stop_words).toEqual(['the'])
    expect([Object.keys(config), Object.keys(config.search)].flat()).not.toContain('moon')
    expect(Object.keys(config.search)).not.toContain('phase')
  })

  it('ignores unknown settings that are sent alone', async () => {
    const { shop } = await saveShop(await open(), SHOP, { name: 'N', phase: 'full' } as never)
    expect(shop.config.shop).toEqual(expect.not.objectContaining({ phase: 'full' }))
  })

  it('is 404 for a shop that does not exist', async () => {
    const deps = await open()
    await expect(patchConfig(deps, 'b.example.com', {})).rejects.toMatchObject({ status: 404 })
  })
})

describe('an invalid document', () => {
  const filter = (id: number, key: string) => ({ id, key, title: key, attribute_type: 'vendor' })

  it('is refused for references that do not exist', async () => {
    const document = {
      filters: [filter(1, 'vendor')],
      filter_trees: [{ id: 1, title: 'T', target_page: 'search', filters: [1, 7] }],
      experiences: [{ id: 3, name: 'E', variants: [{ key: 'a', weight: 1 }] }],
      sections: [
        { id: 1, title: 'S', type: 'trending', page_types: ['home'], experience_id: 3, variant: 'b' },
        { id: 2, title: 'S', type: 'trending', page_types: ['home'], experience_id: 9 },
        { id: 3, title: 'S', type: 'trending', page_types: ['home'], variant: 'a' },
      ],
    }
    expect(await faults(replaceConfig(await open(), SHOP, document))).toEqual([
      'filter_trees.0.filters.1: any.ref',
      'sections.0.variant: any.ref',
      'sections.1.experience_id: any.ref',
      'sections.2.variant: any.invalid',
    ])
  })

  it('is refused for duplicate ids', async () => {
    const document = {
      filters: [filter(1, 'a'), filter(1, 'a')],
      collections: [
        { id: 5, handle: 'x', title: 'X' },
        { id: 6, handle: 'x', title: 'X' },
      ],
    }
    expect(await faults(replaceConfig(await open(), SHOP, document))).toEqual([
      'filters.1.id: array.unique',
      'filters.1.key: array.unique',
      'collections.1.handle: array.unique',
    ])
  })

  it('is refused for rules without an action, with dates in the wrong order, or that pin what they hide', async () => {
    const rules = [
      { id: 'r1', when: { query: 'x' } },
      {
        id: 'r2',
        when: { query: 'x' },
        hide: [4],
        pin: [{ product_id: 4, position: 1 }],
        starts_at: '2026-02-01T00:00:00Z',
        ends_at: '2026-01-01T00:00:00Z',
      },
    ]
    expect(await faults(patchConfig(await open(), SHOP, { search: { rules } }))).toEqual([
      'search.rules.0: object.missing',
      'search.rules.1.ends_at: date.greater',
      'search.rules.1.pin.0.product_id: any.invalid',
    ])
  })

  it('is refused for violations of schema and references together, and changes nothing', async () => {
    const deps = await open()
    const before = await findShop(deps, SHOP)
    const document = {
      filters: [filter(1, 'a'), { id: 'two', key: 'b', title: 'B', attribute_type: 'color' }],
      filter_trees: [{ id: 1, title: 'T', target_page: 'search', filters: [2] }],
      search: {
        rules: [
          { id: 'r1', when: { query: 'x' }, hide: [1], starts_at: 'soon' },
          { id: 'r2', when: { query: 'x' } },
        ],
      },
    }
    expect(await faults(replaceConfig(deps, SHOP, document))).toEqual([
      'search.rules.0.starts_at: string.isoDate',
      'filters.1.id: number.base',
      'filters.1.attribute_type: any.only',
      'search.rules.1: object.missing',
    ])
    expect(await findShop(deps, SHOP)).toEqual(before)
  })

  it('is refused if it is not an object', async () => {
    expect(await faults(patchConfig(await open(), SHOP, [1]))).toEqual([': object.base'])
    expect(await faults(replaceConfig(await open(), SHOP, [1]))).toEqual([': object.base'])
  })
})
