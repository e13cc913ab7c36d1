import { fileURLToPath } from 'node:url'
import type { VisualModel } from './local.ts'
import { VISUAL_COLORS_AT, VISUAL_DIMENSION, VISUAL_SIDE } from './visual-layout.ts'
import { visualLikeness, visualNoProductProbability, visualResemblance } from './visual-likeness.ts'
import { visualOrder } from './visual-order.ts'

/** Increase the version if weights, preparation of pictures or layout change: old vectors are then invalid. */
export const visualModel: VisualModel = {
  space: 'vitrine-visual@6',
  dimension: VISUAL_DIMENSION,
  side: VISUAL_SIDE,
  colorsAt: VISUAL_COLORS_AT,
  likeness: visualLikeness,
  resemblance: visualResemblance,
  noProductProbability: visualNoProductProbability,
  order: visualOrder,
  module: new URL('./visual-encoder.ts', import.meta.url).href,
  settings: {
    graph: fileURLToPath(new URL('../../../../models/visual/encoder.onnx', import.meta.url)),
    sha256: '283887b7fab472cc39cde3fb7f5cf52f238f631c20f2db78abd5d3e0d8bb33e0',
  },
}
