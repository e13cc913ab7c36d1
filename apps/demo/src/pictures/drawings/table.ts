import { type Artwork, artwork, type DrawingContext } from '../drawing-context.ts'
import { ellipsePath, line, p, path, rect, roundBox } from '../svg.ts'

const FLOOR = 650

export function drawTable(ctx: DrawingContext): Artwork {
  const { form } = ctx.subject
  const half = form === 'side' ? ctx.random.int(120, 145) : ctx.random.int(240, 285)
  const top = form === 'side' ? ctx.random.int(360, 400) : ctx.random.int(430, 470)
  const body = form === 'long' ? longTable(ctx, half, top) : roundTable(ctx, half, top)
  return artwork('floor', [body], {
    ground: [400, FLOOR, half * 0.85],
    top: top - 40,
    focus: [400 - half * 0.4, top + 30, 300],
  })
}

function roundTable(ctx: DrawingContext, half: number, top: number): string {
  const depth = half * 0.27
  const thickness = ctx.random.int(14, 24)
  const slab = p`M${400 - half} ${top}v${thickness}a${half} ${depth} 0 0 0 ${half * 2} 0v${-thickness}z`
  const surface = ellipsePath(400, top, half, depth)
  const support = ctx.random.chance(0.45)
    ? pedestal(ctx, half, top + depth * 0.5)
    : splayedLegs(ctx, half, top + thickness)
  return [
    support,
    path(slab, { fill: ctx.linear(0, [0, ctx.tone(-0.02)], [0.3, ctx.tone(0)], [1, ctx.tone(-0.16)]) }),
    path(slab, { fill: ctx.texture(), opacity: '0.7' }),
    path(surface, { fill: ctx.linear(35, [0, ctx.tone(0.09)], [1, ctx.tone(0)]) }),
    path(surface, { fill: ctx.texture() }),
    line(surface, ctx.tone(0.14), 2, { opacity: '0.6' }),
  ].join('')
}

function pedestal(ctx: DrawingContext, half: number, top: number): string {
  const width = half * 0.24
  const foot = ellipsePath(400, FLOOR - 10, half * 0.5, half * 0.1)
  const stem = p`M${400 - width} ${top}L${400 - width * 0.6} ${FLOOR - 40}Q${400 - width} ${FLOOR - 16} ${400 - half * 0.46} ${FLOOR - 12}H${400 + half * 0.46}Q${400 + width} ${FLOOR - 16} ${400 + width * 0.6} ${FLOOR - 40}L${400 + width} ${top}z`
  const shade = ctx.linear(0, [0, ctx.tone(-0.12)], [0.35, ctx.tone(0.02)], [1, ctx.tone(-0.2)])
  return (
    path(foot, { fill: ctx.tone(-0.12) }) +
    path(stem, { fill: shade }) +
    path(stem, { fill: ctx.texture(), opacity: '0.6' })
  )
}

function splayedLegs(ctx: DrawingContext, half: number, top: number): string {
  const leg = (x: number, foot: number, bottom: number, light: number): string =>
    path(p`M${x - 13} ${top}h26L${foot + 8} ${bottom}h-16z`, {
      fill: ctx.linear(0, [0, ctx.tone(light + 0.05)], [1, ctx.tone(light - 0.1)]),
    })
  return (
    leg(400 - half * 0.36, 400 - half * 0.46, FLOOR - 30, -0.14) +
    leg(400 + half * 0.36, 400 + half * 0.46, FLOOR - 30, -0.16) +
    leg(400 - half * 0.66, 400 - half * 0.84, FLOOR, -0.02) +
    leg(400 + half * 0.66, 400 + half * 0.84, FLOOR, -0.08)
  )
}

function longTable(ctx: DrawingContext, half: number, top: number): string {
  const skew = half * 0.16
  const [near, far] = [top + 46, top - 22]
  const surface = p`M${400 - half} ${near}L${400 - half + skew} ${far}H${400 + half - skew}L${400 + half} ${near}z`
  const shelf = ctx.random.chance(0.5)
  const post = (x: number, from: number, to: number, light: number): string =>
    rect(x - 9, from, 18, to - from, { fill: ctx.linear(0, [0, ctx.tone(light + 0.05)], [1, ctx.tone(light - 0.1)]) })
  const front = roundBox(400 - half, near, half * 2, 20, 4)
  return [
    post(400 - half + skew + 12, far + 30, FLOOR - 34, -0.18),
    post(400 + half - skew - 12, far + 30, FLOOR - 34, -0.2),
    shelf
      ? path(
          p`M${400 - half + 20} ${FLOOR - 66}L${400 - half + skew + 14} ${FLOOR - 92}H${400 + half - skew - 14}L${400 + half - 20} ${FLOOR - 66}z`,
          { fill: ctx.tone(-0.1) },
        )
      : '',
    shelf ? rect(400 - half + 20, FLOOR - 66, half * 2 - 40, 11, { fill: ctx.tone(-0.16) }) : '',
    post(400 - half + 22, near, FLOOR, -0.02),
    post(400 + half - 22, near, FLOOR, -0.07),
    path(surface, { fill: ctx.linear(20, [0, ctx.tone(0.1)], [1, ctx.tone(0.01)]) }),
    path(surface, { fill: ctx.texture() }),
    path(front, { fill: ctx.linear(90, [0, ctx.tone(-0.02)], [1, ctx.tone(-0.12)]) }),
    path(front, { fill: ctx.texture(), opacity: '0.7' }),
  ].join('')
}
