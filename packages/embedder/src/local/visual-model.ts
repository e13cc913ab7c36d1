import { fileURLToPath } from 'node:url'
import type { VisualModel } from './local.ts'
import { VISUAL_COLORS_AT, VISUAL_DIMENSION, VISUAL_SIDE } from './visual-layout.ts'
import { visualDoubt, visualLikeness, visualResemblance } from './visual-likeness.ts'
import { visualOrder } from './visual-order.ts'

/** The version rises with the weights, the preparation of pictures and the parts of a vector: vectors of two are never compared. */
export const visualModel: VisualModel = {
  space: 'vitrine-visual@5',
  dimension: VISUAL_DIMENSION,
  side: VISUAL_SIDE,
  colorsAt: VISUAL_COLORS_AT,
  likeness: visualLikeness,
  resemblance: visualResemblance,
  doubt: visualDoubt,
  order: visualOrder,
  module: new URL('./visual-encoder.ts', import.meta.url).href,
  settings: {
    graph: fileURLToPath(new URL('../../../../models/visual/encoder.onnx', import.meta.url)),
    sha256: 'ecc61d04fb2f25377ed07b08c217d347d9728d369dd75df805aa9a01d2212bca',
  },
}
