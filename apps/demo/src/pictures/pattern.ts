import { type Frame, pixelGridOf } from './frame.ts'
import { element } from './svg.ts'
import { textureOf } from './textures.ts'

/** A tile whose size in a picture 800 wide is a multiple of this has whole pixels at every served width: 160, 320, 480, 640. */
const TILE_STEP = 5

/**
 * Creates a texture whose tiles are aligned to whole pixels, because librsvg takes a hundred times as long for any
 * other tile. The size of the grain is rounded, and the texture does not rotate with the subject.
 */
export function patternOn(frame: Frame, id: string, material: string): string {
  const { size, children } = textureOf(material)
  const { transform, pixelsPerUnit } = pixelGridOf(frame)
  const tile = Math.max(1, Math.round((size * pixelsPerUnit) / TILE_STEP)) * TILE_STEP
  // Slightly more than a whole number, because librsvg reads seven digits and rounds the tile's pixels down.
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
