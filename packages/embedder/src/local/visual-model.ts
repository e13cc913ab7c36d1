import { fileURLToPath } from 'node:url'
import type { VisualModel } from './local.ts'
import { VISUAL_COLORS_AT, VISUAL_DIMENSION } from './visual-layout.ts'
import { visualLikeness } from './visual-likeness.ts'

/** The version rises with the weights, the preparation of pictures and the parts of a vector: vectors of two are never compared. */
export const visualModel: VisualModel = {
  space: 'vitrine-visual@2',
  dimension: VISUAL_DIMENSION,
  colorsAt: VISUAL_COLORS_AT,
  // Nineteen in twenty neighbours of the same type are nearer; things of another world (fruit among clothes) hardly ever are.
  alikeFrom: 0.52,
  likeness: visualLikeness,
  module: new URL('./visual-encoder.ts', import.meta.url).href,
  settings: {
    graph: fileURLToPath(new URL('../../../../models/visual/encoder.onnx', import.meta.url)),
    sha256: 'bd90e9150975f2353175ca977551db43b85311e81c8496d5771f219a6b6daa25',
  },
}
