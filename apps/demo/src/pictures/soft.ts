/**
 * Draws soft edges as a few translucent copies, each slightly larger. A Gaussian blur (an SVG filter) looks the same
 * but takes librsvg ten times as long.
 */
import { type Attributes, ellipse, group, line } from './svg.ts'

/** `deviation` is the standard deviation of the blur that the copies replace. */
export type Softness = readonly [color: string, opacity: number, deviation: number, transform?: string]

/** Distances of the copies beyond the edge, in standard deviations: quantiles of the normal distribution at 1/12, 3/12, … 11/12. */
const REACHES = [-1.38, -0.67, -0.21, 0.21, 0.67, 1.38]

/**
 * Blurs filled shapes, which must have no fill or stroke of their own. A copy cannot be smaller than its shape, so all
 * copies extend slightly farther than in a real blur.
 */
export function softShapes(shapes: readonly string[], soft: Softness): string {
  const [color, , deviation] = soft
  return copies(soft, (reach, opacity) =>
    group(shapes, {
      fill: color,
      stroke: color,
      'stroke-width': 2 * Math.max(0, reach - REACHES[1]! * deviation),
      'stroke-linejoin': 'round',
      opacity,
    }),
  )
}

export function softEllipse(cx: number, cy: number, rx: number, ry: number, soft: Softness): string {
  return copies(soft, (reach, opacity) =>
    rx + reach > 0 && ry + reach > 0
      ? ellipse(cx, cy, rx + reach, ry + reach, { fill: soft[0], 'fill-opacity': opacity })
      : '',
  )
}

/** Blurs lines. A line much thinner than the deviation becomes darker than in a real blur. */
export function softLines(strokes: readonly string[], width: number, soft: Softness): string {
  return copies(soft, (reach, opacity) =>
    width + 2 * reach > 0 ? line(strokes.join(''), soft[0], width + 2 * reach, { opacity }) : '',
  )
}

function copies(soft: Softness, draw: (reach: number, opacity: string) => string): string {
  const [, opacity, deviation, transform] = soft
  // Chosen so that all copies together have the requested opacity.
  const each = (1 - (1 - opacity) ** (1 / REACHES.length)).toFixed(3)
  const drawn = REACHES.map((reach) => draw(reach * deviation, each))
  const attributes: Attributes = transform === undefined ? {} : { transform }
  return group(drawn, attributes)
}
