import { type Artwork, artwork, folds, type DrawingContext, upholster } from '../drawing-context.ts'
import { circle, ellipse, line, p, path, times } from '../svg.ts'
import { blurEllipse } from '../blur.ts'
import { blend, tone } from '../tone.ts'
import { buttonRow, hanger, lyingShadow, stitches } from './garment.ts'

type Outline = (waist: number, flare: number, hemY: number) => string

export function drawDress(ctx: DrawingContext): Artwork {
  const { random, subject } = ctx
  const [waist, hemY] = [random.int(92, 106), random.int(650, 700)]
  const flare =
    { midi: random.int(190, 225), slip: random.int(140, 165), wrap: random.int(185, 215), shift: random.int(150, 170) }[
      subject.form
    ] ?? 190
  const d = (OUTLINES[subject.form] ?? midiOutline)(waist, flare, hemY)
  const strokes = times(7, (i) => {
    const at = (i - 3) / 3.4
    return p`M${400 + at * waist * 0.8} ${random.int(390, 440)}Q${400 + at * (waist + 30)} 540 ${400 + at * flare * 0.95} ${hemY}`
  })
  const parts = [
    hanger(142),
    lyingShadow([d]),
    path(p`M346 158Q400 140 454 158L440 190H360z`, { fill: ctx.tone(-0.2) }),
    upholster(ctx, d),
    ctx.inside(d, dressPrint(ctx)),
    folds(ctx, d, strokes, 17, 0.34),
    path(d, {
      fill: ctx.linear(0, [0, '#000000', 0.14], [0.3, '#ffffff', 0.08], [0.6, '#000000', 0], [1, '#000000', 0.16]),
    }),
    dressDetails(ctx, waist, flare, hemY),
    subject.form === 'shift'
      ? ''
      : stitches(ctx, p`M${400 - flare + 4} ${hemY - 12}Q400 ${hemY + 14} ${400 + flare - 4} ${hemY - 12}`),
  ]
  return artwork('wall', parts, { ground: [400, hemY + 14, 225], top: 66, focus: [400, 290, 320] })
}

function midiOutline(waist: number, flare: number, hemY: number): string {
  return p`M346 156C352 216 448 216 454 156L500 172L560 262L508 296L494 280L${400 + waist} 384Q${400 + waist + 40} 500 ${400 + flare} ${hemY}Q400 ${hemY + 28} ${400 - flare} ${hemY}Q${400 - waist - 40} 500 ${400 - waist} 384L306 280L292 296L240 262L300 172z`
}

function slipOutline(waist: number, flare: number, hemY: number): string {
  return p`M340 134L346 222Q400 258 454 222L460 134h8L476 246Q490 300 ${400 + waist} 372Q${400 + waist + 44} 460 ${400 + flare} ${hemY}Q400 ${hemY + 24} ${400 - flare} ${hemY}Q${400 - waist - 44} 460 ${400 - waist} 372Q310 300 324 246L332 134z`
}

function wrapOutline(waist: number, flare: number, hemY: number): string {
  return p`M344 152L400 296L456 152L504 170L584 330L534 356L496 290L${400 + waist} 392Q${400 + waist + 44} 510 ${400 + flare} ${hemY - 10}Q400 ${hemY + 26} ${400 - flare} ${hemY}Q${400 - waist - 44} 510 ${400 - waist} 392L304 290L266 356L216 330L296 170z`
}

function shiftOutline(waist: number, flare: number, hemY: number): string {
  return p`M348 152C354 200 446 200 452 152L498 166Q494 250 508 296Q${400 + waist + 14} 420 ${400 + flare} ${hemY - 60}Q400 ${hemY - 40} ${400 - flare} ${hemY - 60}Q${400 - waist - 14} 420 292 296Q306 250 302 166z`
}

const OUTLINES: Readonly<Record<string, Outline>> = {
  midi: midiOutline,
  slip: slipOutline,
  wrap: wrapOutline,
  shift: shiftOutline,
}

function dressPrint(ctx: DrawingContext): string[] {
  const ink = blend(ctx.base, ctx.random.pick(['#fbf5e8', '#2d2a33', '#e9b44c']), 0.75)
  const flower = (x: number, y: number): string =>
    [0, 72, 144, 216, 288]
      .map((turn) => ellipse(x, y - 7, 4.6, 7, { fill: ink, transform: `rotate(${turn} ${x} ${y})` }))
      .join('') + circle(x, y, 3.4, { fill: tone(ink, -0.2) })
  const places = Array.from({ length: 110 }, () => [ctx.random.int(180, 620), ctx.random.int(140, 700)] as const)
  const print = ctx.random.weighted(
    ['plain', 'floral', 'dots'] as const,
    (kind) => ({ plain: 5, floral: 3, dots: 2 })[kind],
  )
  if (print === 'plain') return []
  return places.map(([x, y]) => (print === 'floral' ? flower(x, y) : circle(x, y, 5, { fill: ink })))
}

function dressDetails(ctx: DrawingContext, waist: number, flare: number, hemY: number): string {
  const belt = p`M${400 - waist - 2} 378Q400 396 ${400 + waist + 2} 378v20Q400 418 ${400 - waist - 2} 400z`
  if (ctx.subject.form === 'wrap') {
    const overlap = line(p`M344 152L440 386Q420 540 ${400 - flare * 0.2} ${hemY + 6}`, ctx.tone(-0.2), 3, {
      opacity: '0.7',
    })
    const bow = line(p`M440 390q34 -20 44 4t-44 6q30 40 26 90M436 398q-10 50 4 96`, ctx.tone(-0.1), 9)
    return overlap + path(belt, { fill: ctx.tone(-0.06) }) + bow
  }
  if (ctx.subject.form === 'slip') return line(p`M346 222Q400 258 454 222`, ctx.tone(0.12), 5, { opacity: '0.8' })
  const buttons = ctx.random.chance(0.5) ? buttonRow(ctx, 226, 372, 5) : ''
  return buttons + (ctx.random.chance(0.5) && ctx.subject.form === 'midi' ? path(belt, { fill: ctx.tone(-0.12) }) : '')
}

export function drawTrousers(ctx: DrawingContext): Artwork {
  const { random, subject } = ctx
  const [waist, top] = [random.int(104, 116), 120]
  const short = subject.form === 'shorts'
  const end = short ? 430 : 700
  const knee = { jeans: 66, chino: 64, wide: 92, shorts: 92 }[subject.form] ?? 66
  const leg =
    { jeans: random.int(50, 60), chino: random.int(46, 54), wide: random.int(104, 120), shorts: 98 }[subject.form] ?? 56
  const outline = trouserOutline(waist, top, { end, knee, leg })
  const strokes = [
    p`M350 300Q330 420 340 ${end}`,
    p`M450 300Q470 420 460 ${end}`,
    p`M400 300Q360 330 320 320`,
    p`M400 300Q440 330 480 320`,
  ]
  const crease =
    subject.form === 'chino' || subject.form === 'wide'
      ? line(
          p`M338 250L${short ? 322 : 400 - 20 - knee} ${end}M462 250L${400 + 20 + knee} ${end}`,
          ctx.tone(0.12),
          2.4,
          { opacity: '0.6' },
        )
      : ''
  const parts = [
    lyingShadow([outline]),
    upholster(ctx, outline),
    subject.material === 'denim' ? washed(ctx, outline) : '',
    folds(ctx, outline, strokes, 16, 0.32),
    crease,
    trouserDetails(ctx, waist, top),
    line(p`M400 ${top + 40}V${top + 196}`, ctx.tone(-0.22), 3, { opacity: '0.8' }),
    stitches(ctx, p`M408 ${top + 34}V${top + 120}Q408 ${top + 146} 400 ${top + 152}`),
    stitches(ctx, hemLines(knee, leg, end)),
  ]
  return artwork('wall', parts, { ground: [400, end + 4, short ? 205 : 200], top: 110, focus: [360, top + 90, 290] })
}

function trouserOutline(
  waist: number,
  top: number,
  { end, knee, leg }: { end: number; knee: number; leg: number },
): string {
  const mid = (top + 190 + end) / 2
  const outer = 400 + 26 + knee * 1.05
  return p`M${400 - waist} ${top}Q400 ${top + 14} ${400 + waist} ${top}Q${400 + waist + 34} ${top + 110} ${outer + 50} ${mid - 60}L${outer + 44 + (leg - knee) * 0.8} ${end}L${outer + 44 - leg * 1.3} ${end + 4}Q${420} ${mid - 60} 402 ${top + 196}H398Q380 ${mid - 60} ${800 - (outer + 44 - leg * 1.3)} ${end + 4}L${800 - (outer + 44 + (leg - knee) * 0.8)} ${end}L${800 - outer - 50} ${mid - 60}Q${400 - waist - 34} ${top + 110} ${400 - waist} ${top}z`
}

function hemLines(knee: number, leg: number, end: number): string {
  const outer = 400 + 26 + knee * 1.05
  const [a, b] = [outer + 40 + (leg - knee) * 0.8, outer + 48 - leg * 1.3]
  return p`M${a} ${end - 14}L${b} ${end - 10}M${800 - a} ${end - 14}L${800 - b} ${end - 10}`
}

function washed(ctx: DrawingContext, d: string): string {
  return ctx.inside(d, [
    blurEllipse(330, 380, 34, 120, ['#ffffff', 0.2, 22]),
    blurEllipse(470, 380, 34, 120, ['#ffffff', 0.2, 22]),
  ])
}

function trouserDetails(ctx: DrawingContext, waist: number, top: number): string {
  const band = p`M${400 - waist} ${top}Q400 ${top + 14} ${400 + waist} ${top}L${400 + waist + 7} ${top + 32}Q400 ${top + 46} ${400 - waist - 7} ${top + 32}z`
  const loops = [-0.6, -0.16, 0.3, 0.66].map((at) =>
    path(p`M${400 + waist * at - 5} ${top + 3}h10v36h-10z`, {
      fill: ctx.tone(0.05),
      stroke: ctx.tone(-0.18),
      'stroke-width': 1.4,
    }),
  )
  const pocket = (s: 1 | -1): string =>
    p`M${400 + s * (waist - 38)} ${top + 40}Q${400 + s * (waist - 20)} ${top + 92} ${400 + s * (waist + 20)} ${top + 96}`
  const thread = ctx.subject.material === 'denim' ? '#d59a4a' : ctx.tone(-0.2)
  const seams =
    line(`${pocket(1)}${pocket(-1)}`, thread, 2.4, { 'stroke-dasharray': '7 4' }) +
    line(`${pocket(1)}${pocket(-1)}`, ctx.tone(-0.2), 2, { opacity: '0.6', transform: 'translate(0 -4)' })
  return upholster(ctx, band, 0.02) + loops.join('') + seams + buttonRow(ctx, top + 22, top + 22, 1)
}
