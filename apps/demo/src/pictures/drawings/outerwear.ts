import { type Artwork, type DrawingContext, upholster } from '../drawing-context.ts'
import { line, p, path, times } from '../svg.ts'
import {
  bodyOutline,
  buttonRow,
  type Cut,
  drape,
  hanger,
  longSleeve,
  lyingShadow,
  neckBand,
  neckInside,
  sleeve,
  stitches,
} from './garment.ts'
import { baseCut, collar, LYING, placket } from './tops.ts'

export function drawJacket(ctx: DrawingContext): Artwork {
  const { form } = ctx.subject
  const coat = form === 'coat'
  const cut = baseCut(ctx, {
    neckHalf: 54,
    neckDrop: 44,
    chest: 168,
    shoulder: 174,
    hem: coat ? 184 : 172,
    hemY: coat ? 690 : 640,
  })
  const body = bodyOutline(cut)
  const reach = { ...cut, hemY: Math.min(cut.hemY, 640) }
  const [left, right] = [longSleeve(reach, -1, 82), longSleeve(reach, 1, 82)]
  const parts = [
    form === 'denim' || coat ? hanger(cut.neckTop - 8) : '',
    lyingShadow([body, left, right]),
    form === 'rain' || form === 'puffer' ? hood(ctx, cut) : '',
    neckInside(ctx, cut),
    sleeve(ctx, left, -1) + quilt(ctx, left, form),
    sleeve(ctx, right, 1) + quilt(ctx, right, form),
    upholster(ctx, body) + quilt(ctx, body, form),
    form === 'puffer' ? '' : drape(ctx, body, cut),
    jacketFront(ctx, cut, form),
    pockets(ctx, cut, form),
  ]
  return {
    body: parts.join(''),
    ...LYING,
    ground: { ...LYING.ground, y: cut.hemY + 15 },
    top: 70,
    focus: { x: 420, y: 290, side: 320 },
  }
}

function quilt(ctx: DrawingContext, d: string, form: string): string {
  if (form !== 'puffer') return ''
  const rows = times(11, (i) => {
    const y = 208 + i * 46
    return (
      path(p`M60 ${y - 30}q340 26 680 0v10q-340 26 -680 0z`, { fill: '#ffffff', opacity: '0.14' }) +
      line(p`M60 ${y}q340 26 680 0`, ctx.tone(-0.22), 4, { opacity: '0.6' }) +
      line(p`M60 ${y + 5}q340 26 680 0`, ctx.tone(0.14), 2, { opacity: '0.5' })
    )
  })
  return ctx.inside(d, rows)
}

function hood(ctx: DrawingContext, c: Cut): string {
  const d = p`M${400 - c.neckHalf - 26} ${c.neckTop + 24}C${400 - c.neckHalf - 44} ${c.neckTop - 90} ${400 + c.neckHalf + 44} ${c.neckTop - 90} ${400 + c.neckHalf + 26} ${c.neckTop + 24}z`
  const inside = p`M${400 - c.neckHalf - 4} ${c.neckTop + 20}C${400 - c.neckHalf - 14} ${c.neckTop - 52} ${400 + c.neckHalf + 14} ${c.neckTop - 52} ${400 + c.neckHalf + 4} ${c.neckTop + 20}z`
  return upholster(ctx, d, 0.01) + path(inside, { fill: ctx.linear(90, [0, ctx.tone(-0.22)], [1, ctx.tone(-0.14)]) })
}

function jacketFront(ctx: DrawingContext, c: Cut, form: string): string {
  if (form === 'coat') return lapels(ctx, c) + buttonRow(ctx, 400, 560, 3, 424)
  if (form === 'denim')
    return placket(ctx, c) + buttonRow(ctx, c.neckTop + 90, c.hemY - 40, 6) + collar(ctx, c) + seams(ctx, c)
  const zip =
    line(p`M400 ${c.neckTop + 34}V${c.hemY + 8}`, ctx.tone(-0.24), 9) +
    line(p`M400 ${c.neckTop + 34}V${c.hemY + 8}`, '#c9cdd1', 3, { 'stroke-dasharray': '3 3' })
  const pull = path(p`M396 ${c.neckTop + 60}h8l3 26h-14z`, { fill: '#d5b26a' })
  return zip + pull + neckBand(ctx, c, 26)
}

function lapels(ctx: DrawingContext, c: Cut): string {
  const lapel = (s: 1 | -1): string =>
    p`M400 ${c.neckTop + 230}L${400 + s * 30} ${c.neckTop + 30}L${400 + s * (c.neckHalf + 8)} ${c.neckTop - 10}L${400 + s * (c.neckHalf + 40)} ${c.neckTop + 62}L${400 + s * (c.neckHalf + 18)} ${c.neckTop + 84}L${400 + s * (c.neckHalf + 34)} ${c.neckTop + 108}z`
  return (
    upholster(ctx, lapel(-1), 0.03) +
    upholster(ctx, lapel(1), 0.01) +
    line(p`M400 ${c.neckTop + 230}Q412 ${c.hemY - 120} 406 ${c.hemY + 10}`, ctx.tone(-0.22), 3)
  )
}

function seams(ctx: DrawingContext, c: Cut): string {
  const v = (s: 1 | -1): string =>
    p`M${400 + s * 44} ${c.hemY}L${400 + s * 78} ${c.neckTop + 170}M${400 + s * 92} ${c.hemY}L${400 + s * 92} ${c.neckTop + 170}`
  const flap = (s: 1 | -1): string =>
    upholster(ctx, p`M${400 + s * 50} ${c.neckTop + 150}h${s * 80}v26l${s * -40} 16l${s * -40} -16z`, 0.02)
  return (
    stitches(ctx, v(1)) +
    stitches(ctx, v(-1)) +
    stitches(ctx, p`M${400 - c.chest} ${c.neckTop + 146}H${400 + c.chest}`) +
    flap(1) +
    flap(-1)
  )
}

function pockets(ctx: DrawingContext, c: Cut, form: string): string {
  if (form === 'denim') return ''
  const y = c.hemY - 150
  return ([1, -1] as const)
    .map(
      (s) =>
        line(p`M${400 + s * 70} ${y + 78}L${400 + s * 118} ${y}`, ctx.tone(-0.22), 5, { opacity: '0.75' }) +
        line(p`M${400 + s * 75} ${y + 82}L${400 + s * 123} ${y + 4}`, ctx.tone(0.12), 2, { opacity: '0.7' }),
    )
    .join('')
}
