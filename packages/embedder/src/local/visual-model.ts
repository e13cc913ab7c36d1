import { fileURLToPath } from 'node:url'
import type { VisualModel } from './local.ts'
import { VISUAL_COLORS_AT, VISUAL_DIMENSION, VISUAL_SIDE } from './visual-layout.ts'
import { visualDoubt, visualLikeness, visualResemblance } from './visual-likeness.ts'
import { visualOrder } from './visual-order.ts'

/** The version rises with the weights, the preparation of pictures and the parts of a vector: vectors of two are never compared. */
export const visualModel: VisualModel = {
  space: 'vitrine-visual@4',
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
    sha256: 'f5f769916bf5fc1c165aa5c2de8a0f04607d436c2899874b8a26504aff45f3e8',
  },
}
