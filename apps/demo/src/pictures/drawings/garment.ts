import { folds, type DrawingContext, type Stop, upholster } from '../drawing-context.ts'
import { line, p, path, times } from '../svg.ts'
import { blurLines, blurShapes } from '../blur.ts'
import { tone } from '../tone.ts'

/** Measurements of a garment laid flat. Horizontal ones are distances from its center line. */
export interface Cut {
  neckTop: number
  neckHalf: number
  neckDrop: number
  shoulder: number
  shoulderY: number
  chest: number
  armpitY: number
  hem: number
  hemY: number
}

export type Side = 1 | -1

/** Horizontal distance from the shoulder to the cuff of a long sleeve. */
export const SLEEVE_SPREAD = 92

export function bodyOutline(c: Cut): string {
  const [l, r] = [(x: number) => 400 - x, (x: number) => 400 + x]
  return p`M${l(c.neckHalf)} ${c.neckTop}C${l(c.neckHalf * 0.8)} ${c.neckTop + c.neckDrop} ${r(c.neckHalf * 0.8)} ${c.neckTop + c.neckDrop} ${r(c.neckHalf)} ${c.neckTop}L${r(c.shoulder)} ${c.shoulderY}Q${r(c.chest + 4)} ${(c.shoulderY + c.armpitY) / 2} ${r(c.chest)} ${c.armpitY}Q${r((c.chest + c.hem) / 2 - 5)} ${(c.armpitY + c.hemY) / 2} ${r(c.hem)} ${c.hemY}Q400 ${c.hemY + 13} ${l(c.hem)} ${c.hemY}Q${l((c.chest + c.hem) / 2 - 5)} ${(c.armpitY + c.hemY) / 2} ${l(c.chest)} ${c.armpitY}Q${l(c.chest + 4)} ${(c.shoulderY + c.armpitY) / 2} ${l(c.shoulder)} ${c.shoulderY}z`
}

export function shortSleeve(c: Cut, side: Side, length = 120): string {
  const x = (value: number): number => 400 + side * value
  return p`M${x(c.shoulder - 22)} ${c.shoulderY - 5}Q${x(c.shoulder + 36)} ${c.shoulderY + 14} ${x(c.shoulder + length * 0.72)} ${c.shoulderY + length}L${x(c.shoulder + length * 0.72 - 76)} ${c.shoulderY + length + 34}Q${x(c.chest + 4)} ${c.armpitY + 6} ${x(c.chest - 8)} ${c.armpitY + 10}z`
}

export function longSleeve(c: Cut, side: Side, width = 62): string {
  const x = (value: number): number => 400 + side * value
  const [endX, endY] = [c.shoulder + SLEEVE_SPREAD, c.hemY - 26]
  return p`M${x(c.shoulder - 24)} ${c.shoulderY - 5}Q${x(c.shoulder + 30)} ${c.shoulderY + 10} ${x(c.shoulder + 56)} ${c.shoulderY + 130}L${x(endX)} ${endY}L${x(endX - width)} ${endY + 9}L${x(c.chest + 4)} ${c.armpitY + 22}Q${x(c.chest - 2)} ${c.armpitY + 6} ${x(c.chest - 14)} ${c.armpitY + 4}z`
}

export function neckInside(ctx: DrawingContext, c: Cut): string {
  const d = p`M${400 - c.neckHalf} ${c.neckTop}Q400 ${c.neckTop - 26} ${400 + c.neckHalf} ${c.neckTop}C${400 + c.neckHalf * 0.8} ${c.neckTop + c.neckDrop} ${400 - c.neckHalf * 0.8} ${c.neckTop + c.neckDrop} ${400 - c.neckHalf} ${c.neckTop}z`
  const tag = path(p`M388 ${c.neckTop + 1}h24v18h-24z`, { fill: '#f4f1ea', opacity: '0.9' })
  return path(d, { fill: ctx.linear(90, [0, ctx.tone(-0.2)], [1, ctx.tone(-0.12)]) }) + tag
}

export function neckBand(ctx: DrawingContext, c: Cut, width: number): string {
  const d = p`M${400 - c.neckHalf} ${c.neckTop}C${400 - c.neckHalf * 0.8} ${c.neckTop + c.neckDrop} ${400 + c.neckHalf * 0.8} ${c.neckTop + c.neckDrop} ${400 + c.neckHalf} ${c.neckTop}`
  return line(d, ctx.tone(-0.07), width + 2) + line(d, ctx.tone(0.02), width - 2)
}

export function sleeve(ctx: DrawingContext, d: string, side: Side): string {
  const clear: Stop = [0.5, '#000000', 0]
  // The sleeve is darker where it meets the body.
  const shade = side === 1 ? ctx.linear(0, [0, '#000000', 0.18], clear) : ctx.linear(0, clear, [1, '#000000', 0.18])
  return upholster(ctx, d, -0.02) + path(d, { fill: shade })
}

export function drape(ctx: DrawingContext, d: string, c: Cut): string {
  const r = ctx.random
  const strokes = [
    p`M${400 - c.chest + 14} ${c.armpitY + 10}Q${400 - c.chest * 0.5} ${c.armpitY + r.int(40, 90)} ${400 - c.chest * 0.3} ${c.armpitY + r.int(120, 180)}`,
    p`M${400 + c.chest - 14} ${c.armpitY + 10}Q${400 + c.chest * 0.5} ${c.armpitY + r.int(40, 90)} ${400 + c.chest * 0.35} ${c.armpitY + r.int(110, 170)}`,
    p`M${400 - c.hem * 0.55} ${c.hemY - r.int(120, 180)}Q${400 - c.hem * 0.45} ${c.hemY - 60} ${400 - c.hem * 0.6} ${c.hemY}`,
    p`M${400 + c.hem * 0.4} ${c.hemY - r.int(140, 200)}Q${400 + c.hem * 0.6} ${c.hemY - 70} ${400 + c.hem * 0.5} ${c.hemY}`,
  ]
  const light = ctx.inside(d, [
    blurLines(
      [
        p`M${400 - c.chest * 0.25} ${c.armpitY}Q${400 - c.chest * 0.1} ${(c.armpitY + c.hemY) / 2} ${400 - c.chest * 0.3} ${c.hemY}`,
      ],
      34,
      [ctx.tone(0.16), 0.35, 18],
    ),
  ])
  return folds(ctx, d, strokes, 15, 0.3) + light
}

export function lyingShadow(outlines: readonly string[]): string {
  return blurShapes(
    outlines.map((d) => path(d, {})),
    ['#1d1712', 0.26, 13, 'translate(9 14)'],
  )
}

export function hanger(y: number): string {
  const wood = '#b98d5e'
  return (
    line(p`M400 ${y - 44}c0 -22 30 -22 30 -44c0 -30 -44 -30 -44 -4`, '#8f9499', 5) +
    line(p`M300 ${y + 22}Q400 ${y - 62} 500 ${y + 22}`, tone(wood, -0.05), 15) +
    line(p`M300 ${y + 19}Q400 ${y - 66} 500 ${y + 19}`, tone(wood, 0.09), 5)
  )
}

export function buttonRow(ctx: DrawingContext, from: number, to: number, count: number, x = 400): string {
  const fill = ctx.random.pick(['#f1ece1', ctx.tone(-0.22), ctx.tone(0.18)])
  return times(count, (i) => {
    const y = from + ((to - from) * i) / Math.max(1, count - 1)
    return (
      path(p`M${x - 6.5} ${y}a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0z`, {
        fill,
        stroke: tone(fill, -0.2),
        'stroke-width': 1.2,
      }) +
      path(p`M${x - 2} ${y - 2}h0.1M${x + 2} ${y + 2}h0.1`, {
        stroke: tone(fill, -0.3),
        'stroke-width': 2,
        'stroke-linecap': 'round',
      })
    )
  }).join('')
}

export function stitches(ctx: DrawingContext, d: string): string {
  return line(d, ctx.tone(-0.16), 1.7, { 'stroke-dasharray': '6 4', opacity: '0.75' })
}
