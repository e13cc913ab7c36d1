import { type Frame, pixelGridOf } from './frame.ts'
import { element } from './svg.ts'
import { textureOf } from './textures.ts'

/** Multiples of 5 pixels at a width of 800 are whole pixels at 160, 320, 480 and 640 too. */
const TILE_STEP = 5

/** Aligns tiles to whole pixels, because librsvg takes a hundred times as long for other tiles. */
export function patternOn(frame: Frame, id: string, material: string): string {
  const { size, children } = textureOf(material)
  const { transform, pixelsPerUnit } = pixelGridOf(frame)
  const tile = Math.max(1, Math.round((size * pixelsPerUnit) / TILE_STEP)) * TILE_STEP
  // Slightly larger than whole pixels, because librsvg reads seven digits and rounds down.
  const side = tile * (1 + 1e-6)
  return element(
    'pattern',
    {
      id,
      width: String(side),
      height: String(side),
      patternUnits: 'userSpaceOnUse',
      viewBox: `0 0 ${size} ${size}`,
      patternTransform: transform,
    },
    children,
  )
}
