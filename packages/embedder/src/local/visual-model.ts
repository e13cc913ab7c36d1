import { fileURLToPath } from 'node:url'
import type { VisualModel } from './local.ts'
import { VISUAL_COLORS_AT, VISUAL_DIMENSION } from './visual-layout.ts'
import { visualLikeness, visualResemblance } from './visual-likeness.ts'

/** The version rises with the weights, the preparation of pictures and the parts of a vector: vectors of two are never compared. */
export const visualModel: VisualModel = {
  space: 'vitrine-visual@3',
  dimension: VISUAL_DIMENSION,
  colorsAt: VISUAL_COLORS_AT,
  likeness: visualLikeness,
  resemblance: visualResemblance,
  module: new URL('./visual-encoder.ts', import.meta.url).href,
  settings: {
    graph: fileURLToPath(new URL('../../../../models/visual/encoder.onnx', import.meta.url)),
    sha256: '84deab5bde1aaebc0626b97ae03cdb170a3d229d4f791912104d4f913e92e3f5',
  },
}
