import { compileValidator, PAGE_TYPES, RECOMMENDATION_TYPES, ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { createCatalog } from '../catalog/create-catalog.ts'
import { createPictureIndex } from '../pictures/picture-index.ts'
import { demoConfig } from './demo-config.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const catalog = createCatalog('a seed', NOW)
const config = demoConfig(catalog, NOW)

describe('the demo shop’s configuration', () => {
  it('is a valid document', () => {
    const checked = compileValidator(ShopConfigInput)(config)
    expect(checked.ok ? [] : checked.items).toEqual([])
  })

  it('has a section for every page type', () => {
    const served = new Set<string>(config.sections!.flatMap((section) => section.page_types))
    expect(PAGE_TYPES.filter((type) => !served.has(type))).toEqual([])
  })

  it('has a section for every type of recommendation', () => {
    const shown = new Set<string>(config.sections!.map((section) => section.type))
    expect(RECOMMENDATION_TYPES.filter((type) => !shown.has(type))).toEqual([])
  })

  it('names only collections that exist', () => {
    const handles = new Set<string | number>(config.collections!.map((collection) => collection.handle))
    const named = config.sections!.flatMap((section) => section.collection ?? [])
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((handle) => !handles.has(handle))).toEqual([])
  })

  it('has no bestsellers section on collection pages, because their list begins with bestsellers', () => {
    const onPage = config.sections!.filter((section) => section.page_types.includes('collection'))
    expect(onPage.filter((section) => section.type === 'bestsellers')).toEqual([])
  })

  it('recommends complements and repeat purchases after an order', () => {
    const onPage = config.sections!.filter((section) => section.page_types.includes('order_confirm'))
    expect(onPage.map((section) => section.type)).toEqual(['cross_sell', 'purchases'])
  })

  it('names only products that exist', () => {
    const ids = new Set<number | string>(catalog.map((item) => item.product.id))
    const named = [
      ...config.collections!.flatMap((collection) => collection.product_ids ?? []),
      ...config.sections!.flatMap((section) => section.product_ids ?? []),
      ...config.search!.rules!.flatMap((rule) => rule.pin?.map((pin) => pin.product_id) ?? []),
    ]
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((id) => !ids.has(id))).toEqual([])
  })

  it('gives every color of the catalog a swatch', () => {
    const swatches = new Set(
      config.filters!.find((filter) => filter.key === 'color')!.values!.map((value) => value.value),
    )
    const colors = new Set(catalog.flatMap((item) => item.product.options[0]!.values))
    expect([...colors].filter((color) => !swatches.has(color))).toEqual([])
  })

  it('gives every collection a picture that can be drawn', () => {
    const index = createPictureIndex(catalog)
    expect(config.collections!.filter((collection) => !index.has(collection.image ?? ''))).toEqual([])
  })
})
