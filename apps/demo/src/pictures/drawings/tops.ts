import { type Artwork, type DrawingContext, upholster } from '../drawing-context.ts'
import { line, p, path, rect, roundBox, times } from '../svg.ts'
import { blend, lightnessOf } from '../tone.ts'
import {
  bodyOutline,
  buttonRow,
  type Cut,
  drape,
  longSleeve,
  lyingShadow,
  neckBand,
  neckInside,
  SLEEVE_SPREAD,
  shortSleeve,
  sleeve,
  stitches,
} from './garment.ts'

export function baseCut(ctx: DrawingContext, rest: Partial<Cut> = {}): Cut {
  const { random } = ctx
  const chest = random.int(150, 172)
  return {
    neckTop: 150,
    neckHalf: 58,
    neckDrop: 50,
    shoulder: chest + 4,
    shoulderY: 190,
    chest,
    armpitY: 330,
    hem: chest + random.int(-4, 10),
    hemY: random.int(640, 665),
    ...rest,
  }
}

export const LYING = { place: 'wall', ground: { x: 400, y: 675, halfWidth: 252 }, top: 110 } as const

export function drawTshirt(ctx: DrawingContext): Artwork {
  const { form } = ctx.subject
  const cut = baseCut(ctx, form === 'vneck' ? { neckDrop: 96, neckHalf: 56 } : {})
  const long = form === 'longsleeve'
  const body = form === 'vneck' ? vNeck(bodyOutline(cut), cut) : bodyOutline(cut)
  const left = long ? longSleeve(cut, -1) : shortSleeve(cut, -1)
  const right = long ? longSleeve(cut, 1) : shortSleeve(cut, 1)
  const stripes = form === 'striped' ? (d: string): string => ctx.inside(d, stripeRows(ctx)) : (): string => ''
  const parts = [
    lyingShadow([body, left, right]),
    neckInside(ctx, cut),
    sleeve(ctx, left, -1),
    stripes(left),
    sleeve(ctx, right, 1),
    stripes(right),
    upholster(ctx, body),
    stripes(body),
    drape(ctx, body, cut),
    form === 'vneck'
      ? line(
          p`M${400 - cut.neckHalf} ${cut.neckTop}L400 ${cut.neckTop + 100}L${400 + cut.neckHalf} ${cut.neckTop}`,
          ctx.tone(-0.05),
          13,
        )
      : neckBand(ctx, cut, 15),
    stitches(ctx, p`M${400 - cut.hem + 3} ${cut.hemY - 14}Q400 ${cut.hemY - 1} ${400 + cut.hem - 3} ${cut.hemY - 14}`),
    form === 'pocket' ? chestPocket(ctx) : '',
  ]
  return { body: parts.join(''), ...LYING, focus: { x: 400, y: 240, side: 300 } }
}

function vNeck(outline: string, c: Cut): string {
  const start = outline.indexOf('C')
  const end = outline.indexOf('L')
  return outline.slice(0, start) + p`L400 ${c.neckTop + 98}L${400 + c.neckHalf} ${c.neckTop}` + outline.slice(end)
}

function stripeRows(ctx: DrawingContext): string[] {
  const dark = lightnessOf(ctx.base) > 0.6
  const ink = blend(ctx.base, dark ? '#27364f' : '#f4f0e6', 0.8)
  const [step, width] = [ctx.random.pick([26, 34, 46]), ctx.random.pick([7, 10, 14])]
  return times(Math.ceil(480 / step), (i) =>
    path(p`M60 ${212 + i * step}q340 14 680 0v${width}q-340 14 -680 0z`, { fill: ink }),
  )
}

function chestPocket(ctx: DrawingContext): string {
  const d = p`M446 292h78v74l-39 16l-39 -16z`
  return upholster(ctx, d, 0.01) + stitches(ctx, p`M451 304h68`) + line(d, ctx.tone(-0.2), 1.6, { opacity: '0.7' })
}

export function drawShirt(ctx: DrawingContext): Artwork {
  const { form } = ctx.subject
  const cut = baseCut(ctx, { neckHalf: 50, neckDrop: 40, hemY: 668 })
  const long = form !== 'short'
  const body = bodyOutline(cut)
  const left = long ? longSleeve(cut, -1, 64) : shortSleeve(cut, -1, 132)
  const right = long ? longSleeve(cut, 1, 64) : shortSleeve(cut, 1, 132)
  const cloth = (d: string): string =>
    ctx.inside(d, form === 'check' ? checks(ctx) : form === 'stripe' ? pinstripes(ctx) : [])
  const parts = [
    lyingShadow([body, left, right]),
    neckInside(ctx, cut),
    sleeve(ctx, left, -1) + cloth(left),
    sleeve(ctx, right, 1) + cloth(right),
    long ? cuffs(ctx, cut) : '',
    upholster(ctx, body),
    cloth(body),
    drape(ctx, body, cut),
    placket(ctx, cut),
    buttonRow(ctx, cut.neckTop + 82, cut.hemY - 60, 6),
    collar(ctx, cut),
    ctx.random.chance(0.6) ? chestPocket(ctx) : '',
    stitches(ctx, p`M${400 - cut.hem + 4} ${cut.hemY - 10}Q400 ${cut.hemY + 3} ${400 + cut.hem - 4} ${cut.hemY - 10}`),
  ]
  return { body: parts.join(''), ...LYING, focus: { x: 420, y: 250, side: 300 } }
}

function checks(ctx: DrawingContext): string[] {
  const ink = blend(ctx.base, lightnessOf(ctx.base) > 0.55 ? '#2f2b33' : '#f2e9d8', 0.6)
  const step = ctx.random.pick([40, 54, 70])
  return times(
    18,
    (i) =>
      rect(100 + i * step, 120, step * 0.45, 600, { fill: ink, opacity: '0.26' }) +
      rect(80, 130 + i * step, 640, step * 0.45, { fill: ink, opacity: '0.26' }),
  )
}

function pinstripes(ctx: DrawingContext): string[] {
  const ink = blend(ctx.base, lightnessOf(ctx.base) > 0.55 ? '#34506e' : '#f2e9d8', 0.7)
  const step = ctx.random.pick([14, 20, 28])
  return times(46, (i) => rect(100 + i * step, 120, step * 0.2, 600, { fill: ink, opacity: '0.7' }))
}

function cuffs(ctx: DrawingContext, c: Cut): string {
  const cuff = (s: 1 | -1): string => {
    const x = 400 + s * (c.shoulder + SLEEVE_SPREAD)
    const d = p`M${x + s * 2} ${c.hemY - 66}L${x + s * 6} ${c.hemY - 20}L${x - s * 66} ${c.hemY - 8}L${x - s * 64} ${c.hemY - 54}z`
    return upholster(ctx, d, 0.02)
  }
  return cuff(1) + cuff(-1)
}

export function placket(ctx: DrawingContext, c: Cut): string {
  const d = roundBox(384, c.neckTop + 44, 32, c.hemY - c.neckTop - 36, 2)
  return (
    path(d, { fill: ctx.tone(0.02), opacity: '0.6' }) +
    line(p`M416 ${c.neckTop + 44}V${c.hemY + 7}`, ctx.tone(-0.18), 2, { opacity: '0.7' }) +
    stitches(ctx, p`M389 ${c.neckTop + 50}V${c.hemY + 5}`)
  )
}

export function collar(ctx: DrawingContext, c: Cut): string {
  const wing = (s: 1 | -1): string =>
    p`M400 ${c.neckTop + 46}L${400 + s * (c.neckHalf + 8)} ${c.neckTop - 12}Q${400 + s * (c.neckHalf + 26)} ${c.neckTop + 16} ${400 + s * (c.neckHalf + 18)} ${c.neckTop + 40}L${400 + s * 44} ${c.neckTop + 86}z`
  const band = p`M${400 - c.neckHalf - 8} ${c.neckTop - 12}Q400 ${c.neckTop - 40} ${400 + c.neckHalf + 8} ${c.neckTop - 12}Q400 ${c.neckTop - 8} ${400 - c.neckHalf - 8} ${c.neckTop - 12}z`
  return upholster(ctx, band, -0.06) + upholster(ctx, wing(-1), 0.03) + upholster(ctx, wing(1), 0.01)
}

export function drawSweater(ctx: DrawingContext): Artwork {
  const { form } = ctx.subject
  const cut = baseCut(ctx, {
    neckHalf: form === 'cardigan' ? 46 : 60,
    neckDrop: form === 'cardigan' ? 150 : 46,
    hemY: 640,
  })
  const body = bodyOutline(cut)
  const [left, right] = [longSleeve(cut, -1, 76), longSleeve(cut, 1, 76)]
  const parts = [
    lyingShadow([body, left, right]),
    neckInside(ctx, cut),
    sleeve(ctx, left, -1) + knitOver(ctx, left),
    sleeve(ctx, right, 1) + knitOver(ctx, right),
    upholster(ctx, body) + knitOver(ctx, body),
    form === 'cable' ? ctx.inside(body, cables(ctx)) : '',
    drape(ctx, body, cut),
    ribs(
      ctx,
      p`M${400 - cut.hem} ${cut.hemY - 36}Q400 ${cut.hemY - 24} ${400 + cut.hem} ${cut.hemY - 36}L${400 + cut.hem - 5} ${cut.hemY + 8}Q400 ${cut.hemY + 20} ${400 - cut.hem + 5} ${cut.hemY + 8}z`,
      400 - cut.hem,
      400 + cut.hem,
    ),
    ...([1, -1] as const).map((s) => sleeveRib(ctx, cut, s)),
    form === 'roll' ? rollNeck(ctx, cut) : neckBand(ctx, cut, form === 'cardigan' ? 26 : 22),
    form === 'cardigan' ? cardiganFront(ctx, cut) : '',
  ]
  return { body: parts.join(''), ...LYING, focus: { x: 400, y: 270, side: 310 } }
}

function knitOver(ctx: DrawingContext, d: string): string {
  return path(d, { fill: ctx.texture('knit') })
}

function ribs(ctx: DrawingContext, d: string, from: number, to: number): string {
  const lines: string[] = []
  for (let x = from; x < to; x += 9) lines.push(line(p`M${x} 0V800`, ctx.tone(-0.15), 2.6, { opacity: '0.5' }))
  return upholster(ctx, d, -0.02) + ctx.inside(d, lines)
}

function sleeveRib(ctx: DrawingContext, c: Cut, s: 1 | -1): string {
  const x = 400 + s * (c.shoulder + SLEEVE_SPREAD)
  const d = p`M${x + s * 1} ${c.hemY - 74}L${x + s * 3} ${c.hemY - 22}L${x - s * 78} ${c.hemY - 10}L${x - s * 78} ${c.hemY - 62}z`
  return ribs(ctx, d, Math.min(x, x - s * 80) - 6, Math.max(x, x - s * 80) + 6)
}

function cables(ctx: DrawingContext): string[] {
  return [-74, 0, 74].flatMap((dx) =>
    times(14, (i) => {
      const y = 190 + i * 34
      const twist = p`M${400 + dx - 14} ${y}C${400 + dx - 14} ${y + 18} ${400 + dx + 14} ${y + 16} ${400 + dx + 14} ${y + 34}`
      const back = p`M${400 + dx + 14} ${y}C${400 + dx + 14} ${y + 18} ${400 + dx - 14} ${y + 16} ${400 + dx - 14} ${y + 34}`
      return line(back, ctx.tone(-0.13), 11) + line(twist, ctx.tone(-0.16), 14) + line(twist, ctx.tone(0.06), 10)
    }),
  )
}

function rollNeck(ctx: DrawingContext, c: Cut): string {
  const d = p`M${400 - c.neckHalf - 2} ${c.neckTop + 18}Q${400 - c.neckHalf - 8} ${c.neckTop - 40} ${400 - c.neckHalf + 4} ${c.neckTop - 58}Q400 ${c.neckTop - 74} ${400 + c.neckHalf - 4} ${c.neckTop - 58}Q${400 + c.neckHalf + 8} ${c.neckTop - 40} ${400 + c.neckHalf + 2} ${c.neckTop + 18}Q400 ${c.neckTop + 56} ${400 - c.neckHalf - 2} ${c.neckTop + 18}z`
  return (
    ribs(ctx, d, 400 - c.neckHalf - 10, 400 + c.neckHalf + 10) +
    line(
      p`M${400 - c.neckHalf} ${c.neckTop - 14}Q400 ${c.neckTop + 16} ${400 + c.neckHalf} ${c.neckTop - 14}`,
      ctx.tone(-0.2),
      4,
      { opacity: '0.5' },
    )
  )
}

function cardiganFront(ctx: DrawingContext, c: Cut): string {
  const start = c.neckTop + 112
  return (
    line(p`M400 ${start}V${c.hemY + 2}`, ctx.tone(-0.06), 30, { 'stroke-linecap': 'butt' }) +
    line(p`M414 ${start}V${c.hemY + 2}`, ctx.tone(-0.22), 2.4) +
    buttonRow(ctx, start + 26, c.hemY - 16, 5)
  )
}
