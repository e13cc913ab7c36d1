import type { Artwork, DrawingContext } from './drawing-context.ts'
import { ellipse } from './svg.ts'

/** Only objects on a floor or a table cast a shadow: dark where they touch the ground, and faint around. */
export function castShadow(ctx: DrawingContext, artwork: Artwork): string {
  const { x, y, halfWidth } = artwork.ground
  if (artwork.place !== 'floor' && artwork.place !== 'table') return ''
  const wide = ctx.radial({}, [0, '#2b241d', 0.34], [0.6, '#2b241d', 0.13], [1, '#2b241d', 0])
  const close = ctx.radial({}, [0, '#1d1712', 0.55], [0.7, '#1d1712', 0.25], [1, '#1d1712', 0])
  return (
    ellipse(x + halfWidth * 0.08, y + 6, halfWidth * 1.28, Math.max(14, halfWidth * 0.16), { fill: wide }) +
    ellipse(x, y, halfWidth * 1.02, Math.max(7, halfWidth * 0.055), { fill: close })
  )
}
