import { type Artwork, artwork, type DrawingContext, roundShade } from '../drawing-context.ts'
import { ellipse, ellipsePath, line, type Point, p, path, roundBox, turned } from '../svg.ts'
import { blurShapes } from '../blur.ts'
import { tone } from '../tone.ts'
import { glaze, rim } from './vessels.ts'

const TABLE = 650

export function drawMug(ctx: DrawingContext): Artwork {
  const { random, subject } = ctx
  const small = subject.form === 'espresso'
  const [half, height] = small
    ? [random.int(92, 106), random.int(128, 150)]
    : [random.int(118, 136), random.int(210, 250)]
  const bottom = small ? TABLE - 22 : TABLE
  const top = bottom - height
  const round = subject.form === 'round'
  const profile: Point[] = round
    ? [
        [half * 0.84, top],
        [half * 0.92, top + height * 0.25],
        [half * 1.06, top + height * 0.6],
        [half * 0.94, top + height * 0.9],
        [half * 0.62, bottom],
      ]
    : [
        [half, top],
        [half * 0.985, top + height * 0.5],
        [half * (small ? 0.86 : 0.95), top + height * 0.86],
        [half * (small ? 0.62 : 0.84), bottom],
      ]
  const rimHalf = profile[0]![0]
  const handle = p`M${400 + half * 0.9} ${top + height * 0.2}C${400 + half * 1.75} ${top + height * 0.12} ${400 + half * 1.75} ${top + height * 0.82} ${400 + half * 0.88} ${top + height * 0.74}`
  const saucer = small
    ? ellipse(400, TABLE - 16, half * 1.7, 22, { fill: roundShade(ctx) }) +
      ellipse(400, TABLE - 22, half * 1.6, 17, { fill: ctx.tone(0.06) }) +
      ellipse(400, TABLE - 20, half * 0.9, 9, { fill: ctx.tone(-0.16), opacity: '0.5' })
    : ''
  const coffee = random.chance(0.5)
    ? ellipse(400, top + 9, rimHalf - 12, rimHalf * 0.15, { fill: '#4b2e1e' }) +
      ellipse(390, top + 8, rimHalf - 30, rimHalf * 0.1, { fill: '#7a4f31', opacity: '0.6' })
    : ''
  return artwork(
    'table',
    [
      saucer,
      line(handle, ctx.tone(-0.14), small ? 17 : 25),
      line(handle, ctx.tone(0), small ? 11 : 17),
      line(handle, ctx.tone(0.1), small ? 3 : 5, { opacity: '0.7', transform: 'translate(-2 -3)' }),
      glaze(ctx, turned(400, ...profile), top, bottom),
      rim(ctx, top, rimHalf, rimHalf * 0.2),
      ctx.inside(ellipsePath(400, top + 1.5, rimHalf - 7, rimHalf * 0.16), [coffee]),
    ],
    {
      ground: [small ? 400 : 408, TABLE, small ? half * 1.5 : half],
      top: top - 20,
      focus: [400 + half * 0.7, top + height * 0.35, 250],
    },
  )
}

export function drawBottle(ctx: DrawingContext): Artwork {
  const { random, subject } = ctx
  const half = { slim: random.int(62, 72), wide: random.int(80, 92), tumbler: random.int(84, 96) }[subject.form] ?? 70
  const top = { slim: 200, wide: 230, tumbler: 310 }[subject.form] ?? 220
  const profile: Point[] =
    subject.form === 'tumbler'
      ? [
          [half, top],
          [half * 0.96, top + 120],
          [half * 0.84, TABLE - 40],
          [half * 0.72, TABLE],
        ]
      : [
          [half * 0.56, top],
          [half * 0.58, top + 26],
          [half * 0.94, top + 86],
          [half, top + 130],
          [half, TABLE - 22],
          [half * 0.93, TABLE],
        ]
  const d = turned(400, ...profile)
  return artwork(
    'table',
    [
      path(d, { fill: roundShade(ctx, ctx.base, 0.18) }),
      path(d, { fill: ctx.texture() }),
      sheen(ctx, d, half),
      cap(ctx, subject.form, half, top),
      bottleMark(ctx),
    ],
    { ground: [400, TABLE, half], top: top - 70, focus: [400, top + 20, 260] },
  )
}

function sheen(ctx: DrawingContext, d: string, half: number): string {
  return ctx.inside(d, [
    blurShapes([path(roundBox(400 - half * 0.62, 240, half * 0.2, 390, half * 0.1), {})], ['#ffffff', 0.32, 4]),
  ])
}

function cap(ctx: DrawingContext, form: string, half: number, top: number): string {
  const metal = ctx.random.pick(['#c8ccd0', '#2d2f33', '#b98d5e'])
  const shade = roundShade(ctx, metal, 0.16)
  if (form === 'tumbler')
    return (
      path(roundBox(400 - half * 1.06, top - 34, half * 2.12, 40, 14), { fill: shade }) +
      path(roundBox(400 - 8, top - 60, 40, 30, 8), { fill: shade })
    )
  const lid = path(roundBox(400 - half * 0.62, top - 48, half * 1.24, 52, 8), { fill: shade })
  const loop = line(
    p`M${400 - half * 0.4} ${top - 46}C${400 - half * 0.4} ${top - 100} ${400 + half * 0.4} ${top - 100} ${400 + half * 0.4} ${top - 46}`,
    tone(metal, -0.06),
    11,
  )
  return (ctx.random.chance(0.6) ? loop : '') + lid
}

function bottleMark(ctx: DrawingContext): string {
  const ink = ctx.tone(ctx.random.pick([0.22, -0.22]), 0.6)
  return ctx.random.pick([
    line(p`M378 520l22 -34l22 34z`, ink, 5),
    ellipse(400, 505, 19, 19, { fill: 'none', stroke: ink, 'stroke-width': 5 }),
    line(p`M380 492h40M380 506h40M380 520h24`, ink, 4),
  ])
}
