/** Imitates blur with translucent copies, because librsvg's Gaussian blur takes ten times as long. */
import { type Attributes, ellipse, group, line } from './svg.ts'

/** `deviation` is the standard deviation of the Gaussian blur that the copies imitate. */
export type Blur = readonly [color: string, opacity: number, deviation: number, transform?: string]

/** Offset of each copy's edge, in standard deviations: quantiles of the normal distribution at 1/12, 3/12, … 11/12. */
const REACHES = [-1.38, -0.67, -0.21, 0.21, 0.67, 1.38]

/** Shapes must not have a fill or stroke of their own. */
export function blurShapes(shapes: readonly string[], blur: Blur): string {
  const [color, , deviation] = blur
  return copies(blur, (reach, opacity) =>
    group(shapes, {
      fill: color,
      stroke: color,
      'stroke-width': 2 * Math.max(0, reach - REACHES[1]! * deviation),
      'stroke-linejoin': 'round',
      opacity,
    }),
  )
}

export function blurEllipse(cx: number, cy: number, rx: number, ry: number, blur: Blur): string {
  return copies(blur, (reach, opacity) =>
    rx + reach > 0 && ry + reach > 0
      ? ellipse(cx, cy, rx + reach, ry + reach, { fill: blur[0], 'fill-opacity': opacity })
      : '',
  )
}

/** A line much thinner than the deviation becomes darker than with a real blur. */
export function blurLines(strokes: readonly string[], width: number, blur: Blur): string {
  return copies(blur, (reach, opacity) =>
    width + 2 * reach > 0 ? line(strokes.join(''), blur[0], width + 2 * reach, { opacity }) : '',
  )
}

function copies(blur: Blur, draw: (reach: number, opacity: string) => string): string {
  const [, opacity, deviation, transform] = blur
  // Opacity of one copy, such that all copies together have the requested opacity.
  const each = (1 - (1 - opacity) ** (1 / REACHES.length)).toFixed(3)
  const drawn = REACHES.map((reach) => draw(reach * deviation, each))
  const attributes: Attributes = transform === undefined ? {} : { transform }
  return group(drawn, attributes)
}
