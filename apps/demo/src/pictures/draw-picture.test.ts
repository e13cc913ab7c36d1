import { describe, expect, it } from 'vitest'
import { createCatalog } from '../catalog/create-catalog.ts'
import { KINDS } from '../catalog/kinds.ts'
import { drawPicture } from './draw-picture.ts'
import { createPictureIndex } from './picture-index.ts'
import { picturePath } from './picture-path.ts'

const catalog = createCatalog('a seed', 0)
const index = createPictureIndex(catalog)

describe('product pictures', () => {
  it('exist for every image of every product', () => {
    const missing = catalog.flatMap((item) => item.product.images).filter((image) => !index.has(image.src))
    expect(missing).toEqual([])
  })

  it('have the size that the product states', () => {
    for (const image of catalog.flatMap((item) => item.product.images)) {
      expect(index.get(image.src)).toMatchObject({ width: image.width, height: image.height })
    }
  })

  it('can be drawn for every form from every view', () => {
    const forms = new Map([...index.values()].map((spec) => [`${spec.kind} ${spec.form} ${spec.view}`, spec]))
    expect(forms.size).toBe(KINDS.reduce((sum, kind) => sum + kind.forms.length * 3, 0))
    // No filters: rendering one takes longer than the rest of a picture.
    for (const spec of forms.values()) expect(drawPicture(spec)).not.toMatch(/NaN|undefined|Infinity|filter/)
  })

  it('define every gradient and texture that they refer to', () => {
    const svg = drawPicture(index.values().next().value!)
    const defined = new Set([...svg.matchAll(/ id="([\w-]+)"/g)].map((match) => match[1]))
    const used = [...svg.matchAll(/url\(#([\w-]+)\)/g)].map((match) => match[1])
    expect(used.filter((id) => !defined.has(id))).toEqual([])
  })

  it('differ between products of the same form and proportions', () => {
    const drawn = new Map<string, Set<string>>()
    for (const { draft, product } of catalog) {
      for (const view of ['front', 'detail'] as const) {
        const spec = index.get(picturePath(product.handle, draft.colors[0]!, view))!
        const alike = { ...spec, color: '#2c6f73', material: 'cotton', shapeKey: 'the same' }
        const key = `${spec.kind} ${spec.form} ${view}`
        const known = drawn.get(key) ?? new Set()
        const svg = drawPicture(alike)
        expect(known.has(svg), product.title).toBe(false)
        drawn.set(key, known.add(svg))
      }
    }
  })

  it('are deterministic and have the requested color', () => {
    const spec = index.values().next().value!
    expect(drawPicture(spec)).toBe(drawPicture(spec))
    expect(drawPicture({ ...spec, color: '#2c6f73' })).not.toBe(drawPicture({ ...spec, color: '#c4673f' }))
  })
})
