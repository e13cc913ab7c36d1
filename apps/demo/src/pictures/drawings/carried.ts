import { type Artwork, artwork, type DrawingContext, upholster } from '../drawing-context.ts'
import { circle, line, p, path, rect, roundBox, times } from '../svg.ts'
import { blurEllipse, blurLines, blurShapes } from '../blur.ts'
import { blend, lightnessOf, tone } from '../tone.ts'
import { stitches } from './garment.ts'

const GROUND = 600

export function drawSneaker(ctx: DrawingContext): Artwork {
  const { form } = ctx.subject
  const sole = ctx.random.pick(['#f5f2ea', '#f5f2ea', '#e6d3b1', '#2f2f32'])
  const accent = ctx.random.pick([blend(ctx.base, '#f6f2e8', 0.75), ctx.tone(-0.16), '#d8693f', '#2f4a6b'])
  const upper =
    form === 'high' ? highUpper() : form === 'runner' ? runnerUpper() : form === 'slip' ? slipUpper() : lowUpper()
  const parts = [
    opening(ctx, form),
    upholster(ctx, upper),
    ctx.inside(upper, upperPanels(ctx, form, accent)),
    form === 'slip' ? gores(ctx) : laces(ctx, form),
    soleOf(ctx, form, sole, accent),
  ]
  return artwork('table', parts, {
    ground: [400, GROUND + 2, 300],
    top: form === 'high' ? 250 : 320,
    focus: [430, 440, 290],
  })
}

function lowUpper(): string {
  return p`M118 556C112 500 128 452 150 404Q162 376 186 384Q222 398 262 388L300 376Q322 380 340 400L420 448Q470 470 540 480Q664 496 684 556z`
}

function highUpper(): string {
  return p`M122 556C116 470 132 360 144 286Q150 262 182 266Q236 272 290 258Q306 258 312 278L332 356Q346 400 400 436Q470 470 540 480Q664 496 684 556z`
}

function runnerUpper(): string {
  return p`M112 548C96 490 104 452 120 396Q128 362 158 374Q214 400 268 380L300 366Q324 366 350 398L430 452Q490 476 566 478Q676 490 694 548z`
}

function slipUpper(): string {
  return p`M118 556C110 500 118 452 136 408Q144 388 168 394Q250 416 326 388Q350 382 376 402Q452 452 540 472Q664 492 684 556z`
}

function opening(ctx: DrawingContext, form: string): string {
  const lining = tone(blend(ctx.base, '#efe6d6', 0.6), -0.06)
  if (form === 'high') return path(p`M146 290Q220 300 300 268L306 250Q220 236 156 262z`, { fill: tone(lining, -0.12) })
  if (form === 'slip')
    return path(p`M146 398Q240 428 336 392Q320 352 250 356Q176 360 146 398z`, { fill: tone(lining, -0.14) })
  return path(p`M158 392Q230 412 300 380L292 352Q262 346 246 372Q200 388 168 372z`, { fill: tone(lining, -0.12) })
}

function upperPanels(ctx: DrawingContext, form: string, accent: string): string[] {
  const dark = ctx.tone(-0.1)
  const toe = path(p`M556 470Q600 520 560 570H720V460z`, {
    fill: form === 'high' || form === 'low' ? blend(ctx.base, '#f6f2e8', 0.25) : dark,
    opacity: '0.85',
  })
  const heel = path(p`M90 380H176Q196 470 180 570H90z`, { fill: accent, opacity: '0.92' })
  const stripe = ctx.random.pick([
    () => line(p`M300 552Q350 470 420 462`, accent, 17) + line(p`M346 556Q392 490 452 478`, accent, 17),
    () => path(p`M230 520Q330 530 450 470Q400 540 250 548z`, { fill: accent }),
    () => circle(240, 400, 26, { fill: accent }) + circle(240, 400, 15, { fill: ctx.base }),
    () => '',
  ])()
  const shade = blurShapes([path(p`M90 500Q400 560 700 500V600H90z`, {})], ['#000000', 0.14, 14])
  const shine = blurEllipse(500, 490, 90, 14, ['#ffffff', 0.28, 9, 'rotate(12 500 490)'])
  return [heel, toe, stripe, shade, shine, stitches(ctx, p`M182 400Q204 470 188 560M560 474Q600 520 566 560`)]
}

function gores(ctx: DrawingContext): string {
  const d = p`M322 392Q352 384 378 404L360 478Q330 480 306 464z`
  const ribs = times(8, (i) => line(p`M${312 + i * 9} 384L${300 + i * 9} 480`, ctx.tone(-0.3), 2, { opacity: '0.6' }))
  return path(d, { fill: ctx.tone(-0.16) }) + ctx.inside(d, ribs) + line(d, ctx.tone(-0.24), 2)
}

function laces(ctx: DrawingContext, form: string): string {
  const white = lightnessOf(ctx.base) > 0.85 ? '#e3ded2' : '#f7f4ec'
  const [from, to] =
    form === 'high'
      ? [
          { x: 300, y: 290 },
          { x: 440, y: 456 },
        ]
      : [
          { x: 318, y: 396 },
          { x: 446, y: 464 },
        ]
  const count = form === 'high' ? 7 : 4
  const panel = line(p`M${from.x} ${from.y}L${to.x} ${to.y}`, ctx.tone(-0.06), 44, { opacity: '0.55' })
  const rows = times(count, (i) => {
    const at = i / (count - 1)
    const [x, y] = [from.x + (to.x - from.x) * at, from.y + (to.y - from.y) * at]
    return (
      line(p`M${x - 22} ${y + 20}L${x + 22} ${y - 14}`, tone(white, -0.16), 12) +
      line(p`M${x - 22} ${y + 19}L${x + 22} ${y - 15}`, white, 8)
    )
  })
  return panel + rows.join('')
}

function soleOf(ctx: DrawingContext, form: string, sole: string, accent: string): string {
  if (form === 'runner') {
    const d = p`M96 544Q400 560 700 536Q720 560 700 584Q690 600 640 600H210Q120 600 84 566Q80 548 96 544z`
    const foam = path(d, { fill: ctx.linear(90, [0, tone(sole, 0.03)], [1, tone(sole, -0.12)]) })
    const wedge = path(p`M110 566Q300 590 560 564Q400 596 200 590z`, { fill: accent, opacity: '0.85' })
    return foam + wedge + line(p`M210 600H640`, '#3a3836', 7)
  }
  const d = p`M108 544Q400 556 692 540Q704 546 702 576Q700 600 674 600H132Q106 600 106 574z`
  const grooves = times(36, (i) => line(p`M${130 + i * 15.4} 588v11`, tone(sole, -0.25), 2.6, { opacity: '0.6' }))
  return (
    path(d, { fill: ctx.linear(90, [0, tone(sole, 0.02)], [1, tone(sole, -0.12)]) }) +
    line(p`M110 562Q400 572 700 558`, tone(sole, -0.2), 2.6, { opacity: '0.6' }) +
    grooves.join('')
  )
}

export function drawBackpack(ctx: DrawingContext): Artwork {
  const { random, subject } = ctx
  const [half, top, bottom] = [random.int(158, 180), subject.form === 'roll' ? 230 : 200, 680]
  const trim = random.pick(['#8a5a36', '#2d2b2a', '#c09a66', ctx.tone(-0.2)])
  const d =
    subject.form === 'roll'
      ? roundBox(400 - half, top, half * 2, bottom - top, 34)
      : p`M${400 - half} ${top + 150}Q${400 - half} ${top} 400 ${top}T${400 + half} ${top + 150}V${bottom - 40}Q${400 + half} ${bottom} ${400 + half - 40} ${bottom}H${400 - half + 40}Q${400 - half} ${bottom} ${400 - half} ${bottom - 40}z`
  const parts = [
    line(
      p`M${400 - half * 0.5} ${top + 60}C${400 - half * 1.5} ${top + 150} ${400 - half * 1.36} ${bottom - 140} ${400 - half * 0.9} ${bottom - 40}M${400 + half * 0.5} ${top + 60}C${400 + half * 1.5} ${top + 150} ${400 + half * 1.36} ${bottom - 140} ${400 + half * 0.9} ${bottom - 40}`,
      ctx.tone(-0.18),
      28,
    ),
    line(p`M362 ${top + 14}C362 ${top - 60} 438 ${top - 60} 438 ${top + 14}`, trim, 15),
    upholster(ctx, d),
    path(d, {
      fill: ctx.linear(0, [0, '#000000', 0.2], [0.25, '#ffffff', 0.06], [0.7, '#000000', 0], [1, '#000000', 0.22]),
    }),
    backpackFront(ctx, { half, top, bottom, trim }),
  ]
  return artwork('floor', parts, { ground: [400, bottom, half], top: top - 60, focus: [400, top + 200, 310] })
}

interface Pack {
  half: number
  top: number
  bottom: number
  trim: string
}

function backpackFront(ctx: DrawingContext, s: Pack): string {
  const pocket = roundBox(400 - s.half * 0.78, s.bottom - 220, s.half * 1.56, 186, 30)
  const pocketPart =
    upholster(ctx, pocket, 0.025) +
    line(p`M${400 - s.half * 0.66} ${s.bottom - 178}H${400 + s.half * 0.66}`, ctx.tone(-0.24), 7) +
    line(p`M${400 - s.half * 0.66} ${s.bottom - 178}H${400 + s.half * 0.66}`, '#b9a06a', 2.4, {
      'stroke-dasharray': '3 3',
    })
  const patch =
    path(roundBox(372, s.bottom - 130, 56, 36, 5), { fill: s.trim }) +
    line(p`M384 ${s.bottom - 112}h32`, tone(s.trim, 0.25), 3)
  if (ctx.subject.form === 'flap') return pocketPart + flap(ctx, s)
  if (ctx.subject.form === 'roll') return pocketPart + patch + rollTop(ctx, s)
  const zip = p`M${400 - s.half * 0.84} ${s.bottom - 250}V${s.top + 150}Q${400 - s.half * 0.84} ${s.top + 34} 400 ${s.top + 34}T${400 + s.half * 0.84} ${s.top + 150}V${s.bottom - 250}`
  return line(zip, ctx.tone(-0.22), 6) + line(zip, '#b9a06a', 2, { 'stroke-dasharray': '3 3' }) + pocketPart + patch
}

function flap(ctx: DrawingContext, s: Pack): string {
  const d = p`M${400 - s.half - 4} ${s.top + 140}Q${400 - s.half} ${s.top - 6} 400 ${s.top - 6}T${400 + s.half + 4} ${s.top + 140}V${s.bottom - 240}Q${400 + s.half} ${s.bottom - 196} ${400 + s.half - 50} ${s.bottom - 192}H${400 - s.half + 50}Q${400 - s.half} ${s.bottom - 196} ${400 - s.half - 4} ${s.bottom - 240}z`
  const straps = [-0.45, 0.45].map((at) => {
    const x = 400 + s.half * at
    return (
      rect(x - 12, s.bottom - 330, 24, 210, {
        fill: ctx.linear(0, [0, tone(s.trim, 0.07)], [1, tone(s.trim, -0.07)]),
      }) + rect(x - 18, s.bottom - 190, 36, 30, { fill: 'none', stroke: '#c9ab6a', 'stroke-width': 6, rx: 4 })
    )
  })
  return (
    upholster(ctx, d, 0.045) +
    blurLines([p`M${400 - s.half + 40} ${s.bottom - 190}H${400 + s.half - 40}`], 12, ['#000000', 0.22, 5]) +
    straps.join('')
  )
}

function rollTop(ctx: DrawingContext, s: Pack): string {
  const roll = roundBox(400 - s.half - 10, s.top - 26, s.half * 2 + 20, 62, 28)
  const strap = rect(388, s.top - 30, 24, 190, { fill: s.trim })
  const buckle =
    rect(378, s.top + 96, 44, 36, { fill: '#2d2b2a', rx: 6 }) +
    rect(386, s.top + 104, 28, 20, { fill: '#55524e', rx: 4 })
  return (
    upholster(ctx, roll, 0.04) +
    blurLines([p`M${400 - s.half} ${s.top + 40}H${400 + s.half}`], 12, ['#000000', 0.25, 5]) +
    strap +
    buckle
  )
}
