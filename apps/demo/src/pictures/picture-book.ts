import { COLOURS } from '../catalog/colours.ts'
import type { CatalogItem } from '../catalog/create-catalog.ts'
import type { PictureSpec } from './draw-picture.ts'
import { PICTURE_VIEWS, picturePath, pictureSize } from './picture-path.ts'

/** Every picture of the shop by its path: each product in each of its colours from every view, also those no product page lists. */
export function createPictureBook(catalog: readonly CatalogItem[]): ReadonlyMap<string, PictureSpec> {
  const book = new Map<string, PictureSpec>()
  for (const { draft, product } of catalog) {
    for (const colour of draft.colours) {
      for (const view of PICTURE_VIEWS) {
        book.set(picturePath(product.handle, colour, view), {
          kind: draft.kind.key,
          form: draft.form.key,
          colour: COLOURS[colour].hex,
          material: draft.materials[0]!,
          shapeKey: product.handle,
          view,
          ...pictureSize(draft.kind, view),
        })
      }
    }
  }
  return book
}
