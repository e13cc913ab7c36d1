import { type Artwork, artwork, type DrawingContext, roundShade } from '../drawing-context.ts'
import { circle, ellipse, ellipsePath, line, type Point, p, path, roundBox, turned } from '../svg.ts'
import { blurEllipse, blurShapes } from '../blur.ts'
import { tone } from '../tone.ts'

const TABLE = 650

export function drawKettle(ctx: DrawingContext): Artwork {
  const { random, subject } = ctx
  const half = random.int(150, 172)
  const tall = subject.form === 'gooseneck' ? random.int(190, 215) : random.int(200, 230)
  const top = TABLE - tall
  const profile: Point[] =
    subject.form === 'gooseneck'
      ? [
          [half * 0.5, top],
          [half * 0.66, top + 30],
          [half * 0.94, TABLE - 30],
          [half * 0.95, TABLE],
        ]
      : [
          [half * 0.38, top],
          [half * 0.8, top + 42],
          [half * 1.02, top + tall * 0.6],
          [half * 0.95, TABLE - 26],
          [half * 0.82, TABLE],
        ]
  const d = turned(400, ...profile)
  const grip = random.pick(['#8a5a36', '#2a2826', '#c09a66'])
  return artwork(
    'table',
    [
      spout(ctx, subject.form, half, top, tall),
      kettleHandle(ctx, subject.form, half, top, grip),
      path(d, { fill: roundShade(ctx, ctx.base, 0.2) }),
      path(d, { fill: ctx.texture() }),
      ctx.inside(d, [
        path(p`M0 ${TABLE - 26}H800V${TABLE}H0z`, { fill: '#000000', opacity: '0.12' }),
        blurEllipse(400 - half * 0.45, top + tall * 0.45, 20, 60, ['#ffffff', 0.4, 9]),
      ]),
      path(ellipsePath(400, top + 4, profile[0]![0] * 1.06, 13), { fill: ctx.tone(-0.06) }),
      path(p`M${400 - profile[0]![0]} ${top + 1}q${profile[0]![0]} -44 ${profile[0]![0] * 2} 0z`, {
        fill: roundShade(ctx, ctx.base, 0.2),
      }),
      circle(400, top - 30, 14, {
        fill: ctx.radial({ cx: 0.35, cy: 0.3, r: 0.8 }, [0, tone(grip, 0.2)], [1, tone(grip, -0.05)]),
      }),
    ],
    { ground: [400, TABLE, half * 0.92], top: top - 130, focus: [330, top + 50, 290] },
  )
}

function spout(ctx: DrawingContext, form: string, half: number, top: number, tall: number): string {
  const x = 400 - half
  if (form === 'gooseneck') {
    const neck = p`M${x + 22} ${TABLE - 54}C${x - 84} ${TABLE - 70} ${x - 10} ${top + 6} ${x - 74} ${top - 24}L${x - 104} ${top - 28}`
    return (
      line(neck, ctx.tone(-0.14), 25) +
      line(neck, ctx.tone(0.02), 17) +
      line(neck, ctx.tone(0.16), 5, { opacity: '0.7', transform: 'translate(-2 -4)' })
    )
  }
  const d = p`M${x + 34} ${top + tall * 0.62}C${x - 30} ${top + tall * 0.5} ${x - 20} ${top + 40} ${x - 66} ${top + 12}L${x - 34} ${top - 8}C${x + 4} ${top + 20} ${x + 20} ${top + 40} ${x + 66} ${top + 50}z`
  return path(d, { fill: ctx.linear(40, [0, ctx.tone(0.1)], [1, ctx.tone(-0.12)]) })
}

function kettleHandle(ctx: DrawingContext, form: string, half: number, top: number, grip: string): string {
  if (form === 'gooseneck') {
    const d = p`M${400 + half * 0.72} ${top + 40}C${400 + half * 1.5} ${top + 10} ${400 + half * 1.56} ${top + 150} ${400 + half * 1.3} ${top + 176}`
    return line(d, tone(grip, -0.08), 24) + line(d, tone(grip, 0.08), 12)
  }
  if (form === 'teapot') {
    const d = p`M${400 + half * 0.78} ${top + 60}C${400 + half * 1.6} ${top + 10} ${400 + half * 1.6} ${top + 190} ${400 + half * 0.86} ${top + 166}`
    return line(d, ctx.tone(-0.14), 24) + line(d, ctx.tone(0.03), 14)
  }
  const arch = p`M${400 - half * 0.62} ${top + 40}C${400 - half * 0.7} ${top - 150} ${400 + half * 0.7} ${top - 150} ${400 + half * 0.62} ${top + 40}`
  return (
    line(arch, '#9fa4a9', 9) +
    line(p`M${400 - half * 0.36} ${top - 94}Q400 ${top - 118} ${400 + half * 0.36} ${top - 94}`, grip, 25)
  )
}

export function drawCookware(ctx: DrawingContext): Artwork {
  const draw = { casserole, pan, saucepan }[ctx.subject.form] ?? casserole
  return draw(ctx)
}

function casserole(ctx: DrawingContext): Artwork {
  const { random } = ctx
  const [half, height] = [random.int(190, 220), random.int(150, 185)]
  const top = TABLE - height
  const d = turned(400, [half, top], [half * 0.99, top + height * 0.6], [half * 0.93, TABLE - 14], [half * 0.84, TABLE])
  const shade = roundShade(ctx, ctx.base, 0.15)
  const ear = (side: 1 | -1): string =>
    line(
      p`M${400 + side * half * 0.97} ${top + 34}q${side * 56} -8 ${side * 58} 18t${side * -58} 20`,
      ctx.tone(-0.06),
      17,
    )
  const dome = random.int(44, 66)
  const lid = p`M${400 - half - 6} ${top}Q${400 - half * 0.9} ${top - dome} 400 ${top - dome - 12}Q${400 + half * 0.9} ${top - dome} ${400 + half + 6} ${top}q${-half - 6} 24 ${-2 * half - 12} 0z`
  const knob = random.pick(['#c8a45a', '#c2c6ca', '#2a2826'])
  return artwork(
    'table',
    [
      ear(-1),
      ear(1),
      path(d, { fill: shade }),
      path(d, { fill: ctx.texture() }),
      ctx.inside(d, [blurEllipse(400 - half * 0.5, top + height * 0.5, 22, 66, ['#ffffff', 0.34, 10])]),
      path(lid, { fill: shade }),
      path(lid, { fill: ctx.linear(90, [0, '#ffffff', 0.2], [1, '#000000', 0.14]) }),
      line(p`M${400 - half - 6} ${top}q${half + 6} 26 ${2 * half + 12} 0`, ctx.tone(-0.2), 4, { opacity: '0.6' }),
      path(roundBox(388, top - dome - 36, 24, 28, 4), { fill: tone(knob, -0.1) }),
      ellipse(400, top - dome - 38, 30, 13, { fill: roundShade(ctx, knob, 0.15) }),
    ],
    { ground: [400, TABLE, half * 0.92], top: top - dome - 60, focus: [400 + half * 0.7, top + 20, 290] },
  )
}

function pan(ctx: DrawingContext): Artwork {
  const r = ctx.random.int(196, 216)
  const [x, y] = [345, 345]
  const grip = ctx.random.pick(['#8a5a36', '#33302d', '#b7bcc1'])
  const inner = ctx.subject.material === 'copper' || ctx.subject.material === 'steel' ? '#c9cdd1' : '#3a3b3e'
  const handle = p`M${x + r * 0.66} ${y + r * 0.66}l196 196q16 18 34 2t2 -36l-196 -196z`
  const shadow = blurEllipse(x + 12, y + 18, r, r, ['#1d1712', 0.3, 14])
  return artwork(
    'lying',
    [
      shadow,
      blurShapes([path(handle, {})], ['#1d1712', 0.25, 9, 'translate(10 14)']),
      path(handle, { fill: ctx.linear(130, [0, tone(grip, 0.08)], [1, tone(grip, -0.08)]) }),
      circle(x + r * 0.66 + 196, y + r * 0.66 + 196, 9, { fill: '#000000', opacity: '0.35' }),
      circle(x, y, r, { fill: ctx.linear(50, [0, ctx.tone(0.14)], [0.5, ctx.base], [1, ctx.tone(-0.14)]) }),
      circle(x, y, r - 12, { fill: ctx.linear(50, [0, tone(inner, -0.1)], [1, tone(inner, 0.08)]) }),
      circle(x, y, r - 40, {
        fill: ctx.radial({ cx: 0.4, cy: 0.36, r: 0.7 }, [0, tone(inner, 0.07)], [0.8, inner], [1, tone(inner, -0.05)]),
      }),
      ...[0.3, 0.5, 0.7].map((share) =>
        circle(x, y, (r - 40) * share, { fill: 'none', stroke: tone(inner, 0.1), 'stroke-width': 1.2, opacity: '0.5' }),
      ),
    ],
    { ground: [400, 715, 280], top: 125, focus: [470, 470, 300] },
  )
}

function saucepan(ctx: DrawingContext): Artwork {
  const { random } = ctx
  const [half, height] = [random.int(140, 158), random.int(160, 190)]
  const x = 290
  const top = TABLE - height
  const d = turned(x, [half, top], [half * 0.99, top + height * 0.7], [half * 0.95, TABLE - 10], [half * 0.9, TABLE])
  const grip = random.pick(['#8a5a36', '#33302d', '#b7bcc1'])
  return artwork(
    'table',
    [
      line(
        p`M${x + half - 10} ${top + 40}Q${x + half + 80} ${top + 10} ${x + half + 165} ${top + 6}`,
        tone(grip, -0.1),
        25,
      ),
      line(
        p`M${x + half - 10} ${top + 36}Q${x + half + 80} ${top + 6} ${x + half + 165} ${top + 2}`,
        tone(grip, 0.07),
        14,
      ),
      path(d, { fill: roundShade(ctx, ctx.base, 0.2) }),
      path(d, { fill: ctx.texture() }),
      ellipse(x, top, half, half * 0.17, { fill: ctx.tone(0.14) }),
      ellipse(x, top + 2, half - 8, half * 0.14, { fill: ctx.linear(90, [0, '#6f7377'], [1, '#b9bdc1']) }),
      ctx.inside(d, [blurEllipse(x - half * 0.45, top + height * 0.55, 16, 56, ['#ffffff', 0.4, 8])]),
    ],
    { ground: [x, TABLE, half], top: top - 30, focus: [400, top + 30, 280] },
  )
}
