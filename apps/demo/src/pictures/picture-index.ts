import { COLORS } from '../catalog/colors.ts'
import type { CatalogItem } from '../catalog/create-catalog.ts'
import type { PictureSpec } from './draw-picture.ts'
import { PICTURE_VIEWS, picturePath, pictureSize } from './picture-path.ts'

/** Lists every product in each color from every view, including pictures that no product page shows. */
export function createPictureIndex(catalog: readonly CatalogItem[]): ReadonlyMap<string, PictureSpec> {
  const index = new Map<string, PictureSpec>()
  for (const { draft, product } of catalog) {
    for (const color of draft.colors) {
      for (const view of PICTURE_VIEWS) {
        index.set(picturePath(product.handle, color, view), {
          kind: draft.kind.key,
          form: draft.form.key,
          nthOfForm: draft.nthOfForm,
          color: COLORS[color].hex,
          material: draft.materials[0]!,
          shapeKey: product.handle,
          view,
          ...pictureSize(draft.kind, view),
        })
      }
    }
  }
  return index
}
