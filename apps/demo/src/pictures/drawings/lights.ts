import { type Artwork, artwork, type DrawingContext, roundShade } from '../drawing-context.ts'
import { circle, ellipse, line, type Point, p, path, turned, times } from '../svg.ts'
import { blurEllipse } from '../blur.ts'
import { tone } from '../tone.ts'

const TABLE = 650
const METALS = ['#b8924a', '#2d2c2b', '#bfc3c7', '#a7794c']

export function drawLamp(ctx: DrawingContext): Artwork {
  const draw = { table: tableLamp, floor: floorLamp, pendant, mushroom }[ctx.subject.form] ?? tableLamp
  return draw(ctx)
}

function glow(ctx: DrawingContext, x: number, y: number, r: number): string {
  return ellipse(x, y, r, r, { fill: ctx.radial({}, [0, '#ffe7b0', 0.6], [0.5, '#ffe7b0', 0.2], [1, '#ffe7b0', 0]) })
}

function shade(
  ctx: DrawingContext,
  x: number,
  top: number,
  upper: number,
  lower: number,
  height: number,
  color: string,
): string {
  const d = p`M${x - upper} ${top}L${x - lower} ${top + height}q${lower} ${lower * 0.16} ${lower * 2} 0L${x + upper} ${top}q${-upper} ${upper * 0.12} ${-upper * 2} 0z`
  const pleats = ctx.random.chance(0.4)
    ? times(21, (i) =>
        line(
          p`M${x - upper + (i * upper) / 10} ${top}L${x - lower + (i * lower) / 10} ${top + height + 8}`,
          tone(color, -0.12),
          1.6,
          { opacity: '0.5' },
        ),
      )
    : []
  return [
    path(d, { fill: roundShade(ctx, color, 0.1) }),
    path(d, { fill: ctx.texture('linen') }),
    ctx.inside(d, pleats),
    path(d, {
      fill: ctx.radial({ cx: 0.5, cy: 0.75, r: 0.7 }, [0, '#fff2cc', 0.75], [0.6, '#fff2cc', 0.2], [1, '#fff2cc', 0]),
    }),
    ellipse(x, top, upper, upper * 0.1, { fill: tone(color, -0.08) }),
  ].join('')
}

function tableLamp(ctx: DrawingContext): Artwork {
  const { random } = ctx
  const [lower, height] = [random.int(150, 180), random.int(150, 190)]
  const upper = lower * random.between(0.55, 0.85)
  const top = 190
  const j = (value: number): number => value * random.between(0.85, 1.15)
  const bases: Point[][] = [
    [
      [14, top + height],
      [16, 430],
      [j(96), 500],
      [j(92), 580],
      [64, TABLE],
    ],
    [
      [12, top + height],
      [j(50), 440],
      [34, 500],
      [j(60), 560],
      [84, TABLE],
    ],
    [
      [13, top + height],
      [13, 600],
      [20, 626],
      [j(96), 640],
      [96, TABLE],
    ],
  ]
  const d = turned(400, ...random.pick(bases))
  const shadeColor = random.pick(['#f1e9da', '#e9dcc4', '#f5f2ea'])
  return artwork(
    'table',
    [
      glow(ctx, 400, top + height, 300),
      path(d, { fill: roundShade(ctx, ctx.base, 0.16) }),
      path(d, { fill: ctx.texture() }),
      shade(ctx, 400, top, upper, lower, height, shadeColor),
    ],
    { ground: [400, TABLE, 92], top, focus: [400, top + height + 40, 300] },
  )
}

function floorLamp(ctx: DrawingContext): Artwork {
  const { random } = ctx
  const metal = random.pick(METALS)
  const arched = random.chance(0.4)
  const [lower, height, top] = [random.int(96, 116), random.int(104, 130), arched ? 150 : 80]
  const x = arched ? 300 : 400
  const foot = arched ? 520 : 400
  const pole = arched
    ? p`M${foot} 690C${foot + 20} 200 ${foot - 60} 60 ${x + 40} 90Q${x} 100 ${x} ${top + 4}`
    : p`M400 690V${top + height}`
  return artwork(
    'floor',
    [
      glow(ctx, x, top + height, 230),
      line(pole, tone(metal, -0.06), 10),
      line(pole, tone(metal, 0.16), 3, { transform: 'translate(-2 0)' }),
      ellipse(foot, 692, 78, 14, { fill: tone(metal, -0.1) }),
      ellipse(foot, 687, 78, 13, { fill: ctx.linear(0, [0, tone(metal, 0.12)], [1, tone(metal, -0.06)]) }),
      shade(ctx, x, top, lower * random.between(0.5, 0.85), lower, height, ctx.base),
    ],
    { ground: [foot, 698, 84], top: arched ? 60 : top, focus: [x, top + 100, 280] },
  )
}

function pendant(ctx: DrawingContext): Artwork {
  const { random } = ctx
  const [half, top] = [random.int(150, 190), random.int(300, 340)]
  const height = random.int(150, 190)
  const shapes = [
    p`M${400 - 34} ${top}C${400 - half * 0.7} ${top + 20} ${400 - half} ${top + height * 0.6} ${400 - half} ${top + height}H${400 + half}C${400 + half} ${top + height * 0.6} ${400 + half * 0.7} ${top + 20} ${400 + 34} ${top}z`,
    p`M${400 - 26} ${top}L${400 - half} ${top + height}H${400 + half}L${400 + 26} ${top}z`,
    p`M${400 - 30} ${top}C${400 - half * 1.2} ${top + 10} ${400 - half * 1.1} ${top + height} ${400 - half * 0.7} ${top + height}H${400 + half * 0.7}C${400 + half * 1.1} ${top + height} ${400 + half * 1.2} ${top + 10} ${400 + 30} ${top}z`,
  ]
  const pick = random.int(0, 2)
  const opening = pick === 2 ? half * 0.7 : half
  const d = shapes[pick]!
  return artwork(
    'ceiling',
    [
      glow(ctx, 400, top + height + 30, 280),
      line(p`M400 0V${top - 24}`, '#2d2c2b', 4),
      path(p`M386 ${top - 30}h28l6 34h-40z`, { fill: '#b8924a' }),
      ellipse(400, top + height, opening, opening * 0.13, { fill: '#fff3d1' }),
      path(d, { fill: roundShade(ctx, ctx.base, 0.16) }),
      path(d, { fill: ctx.texture() }),
      path(
        p`M${400 - opening} ${top + height}a${opening} ${opening * 0.13} 0 0 0 ${opening * 2} 0a${opening} ${opening * 0.1} 0 0 1 ${-opening * 2} 0z`,
        { fill: ctx.tone(-0.1) },
      ),
      circle(400, top + height + 12, 21, { fill: ctx.radial({}, [0, '#ffffff'], [1, '#ffe6a8']) }),
    ],
    { ground: [400, top + height + 40, half], top: 0, focus: [400, top + height * 0.5, 320] },
  )
}

function mushroom(ctx: DrawingContext): Artwork {
  const { random } = ctx
  const [half, top] = [random.int(165, 195), random.int(270, 310)]
  const dome = p`M${400 - half} ${top + 150}C${400 - half} ${top - 10} ${400 + half} ${top - 10} ${400 + half} ${top + 150}Q400 ${top + 190} ${400 - half} ${top + 150}z`
  const stem = turned(
    400,
    [36, top + 150],
    [40, top + 230],
    [random.int(56, 84), TABLE - 20],
    [random.int(70, 96), TABLE],
  )
  return artwork(
    'table',
    [
      glow(ctx, 400, top + 170, 290),
      path(stem, { fill: roundShade(ctx, ctx.base, 0.14) }),
      ctx.inside(stem, [blurEllipse(400, top + 176, 70, 60, ['#fff2c8', 0.7, 14])]),
      path(
        p`M${400 - half} ${top + 150}Q400 ${top + 110} ${400 + half} ${top + 150}Q400 ${top + 192} ${400 - half} ${top + 150}z`,
        { fill: '#fff1c9' },
      ),
      path(dome, {
        fill: ctx.radial(
          { cx: 0.34, cy: 0.24, r: 0.9 },
          [0, ctx.tone(0.2)],
          [0.5, ctx.tone(0.03)],
          [1, ctx.tone(-0.14)],
        ),
      }),
      blurEllipse(400 - half * 0.4, top + 60, 40, 20, [
        '#ffffff',
        0.4,
        9,
        `rotate(-24 ${400 - half * 0.4} ${top + 60})`,
      ]),
      line(p`M${400 - half} ${top + 150}Q400 ${top + 190} ${400 + half} ${top + 150}`, '#fff6dc', 4, {
        opacity: '0.8',
      }),
    ],
    { ground: [400, TABLE, 90], top, focus: [330, top + 110, 300] },
  )
}
