import { type Frame, pixelsOf } from './frame.ts'
import { element } from './svg.ts'
import { textureOf } from './textures.ts'

/** A tile of so many pixels at a width of 800 is of whole pixels at all widths that are served: 160, 320, 480, 640. */
const WHOLE_AT_ALL_WIDTHS = 5

/**
 * A texture whose tiles lie on whole pixels. Any other tile is resampled for every pixel it covers, which takes librsvg a hundred times as
 * long. So the grain is as coarse as asked for only nearly, and does not turn with the subject.
 */
export function patternOn(frame: Frame, id: string, material: string): string {
  const { size, children } = textureOf(material)
  const { transform, pixelsPerUnit } = pixelsOf(frame)
  const tile = Math.max(1, Math.round((size * pixelsPerUnit) / WHOLE_AT_ALL_WIDTHS)) * WHOLE_AT_ALL_WIDTHS
  // A hair more: numbers are read with seven digits, and the part of a pixel is cut off.
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
