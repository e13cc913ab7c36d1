import { type Frame, pixelGridOf } from './frame.ts'
import { element } from './svg.ts'
import { textureOf } from './textures.ts'

/** A tile of so many pixels at a width of 800 is of whole pixels at all widths that are served: 160, 320, 480, 640. */
const TILE_STEP = 5

/**
 * A texture whose tiles lie on whole pixels. librsvg resamples any other tile for every pixel it covers, which takes a hundred times as long.
 * The price: the size of the grain is rounded, and it does not turn with the subject.
 */
export function patternOn(frame: Frame, id: string, material: string): string {
  const { size, children } = textureOf(material)
  const { transform, pixelsPerUnit } = pixelGridOf(frame)
  const tile = Math.max(1, Math.round((size * pixelsPerUnit) / TILE_STEP)) * TILE_STEP
  // A little more than whole: librsvg reads seven digits of a number, and rounds the pixels of a tile down.
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
