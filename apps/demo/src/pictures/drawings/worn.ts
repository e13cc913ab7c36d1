import { type Artwork, artwork, type DrawingContext } from '../drawing-context.ts'
import { circle, ellipse, element, group, line, p, path, rect, roundBox, times } from '../svg.ts'
import { blurEllipse, blurShapes } from '../blur.ts'
import { blend, lightnessOf, tone } from '../tone.ts'

const METALS = ['#c5c9cd', '#cba65a', '#c98f73', '#3b3d41']

export function drawWatch(ctx: DrawingContext): Artwork {
  const { random } = ctx
  const metal = random.pick(METALS)
  const r = random.int(128, 146)
  const strap = ctx.subject.material === 'steel' ? metal : ctx.base
  const dial =
    ctx.subject.material === 'steel'
      ? ctx.base
      : random.pick(['#f6f3ec', '#22262d', blend(ctx.base, '#f6f3ec', 0.85), ctx.tone(-0.1)])
  const parts = [
    blurShapes(
      [path(roundBox(400 - 70, 40, 140, 720, 20), {}), circle(400, 400, r + 6, {})],
      ['#1d1712', 0.28, 14, 'translate(12 16)'],
    ),
    strapHalf(ctx, strap, 40, 400),
    strapHalf(ctx, strap, 400, 760),
    watchCase(ctx, metal, r),
    dialFace(ctx, dial, r - 20),
    hands(ctx, dial, r),
    blurEllipse(400 - r * 0.3, 400 - r * 0.4, r * 0.5, r * 0.24, [
      '#ffffff',
      0.2,
      10,
      `rotate(-35 ${400 - r * 0.3} ${400 - r * 0.4})`,
    ]),
  ]
  return artwork('lying', parts, { ground: [400, 660, 160], top: 140, focus: [400, 400, 360] })
}

function strapHalf(ctx: DrawingContext, color: string, from: number, to: number): string {
  const upper = from < 400 && to <= 400
  const [wide, narrow] = [70, 56]
  const d = upper
    ? p`M${400 - narrow} ${from + 14}Q400 ${from - 14} ${400 + narrow} ${from + 14}L${400 + wide} ${to}H${400 - wide}z`
    : p`M${400 - wide} ${from}H${400 + wide}L${400 + narrow} ${to - 30}Q400 ${to + 14} ${400 - narrow} ${to - 30}z`
  const fill = ctx.linear(0, [0, tone(color, -0.12)], [0.25, tone(color, 0.06)], [0.75, color], [1, tone(color, -0.16)])
  const linked = ctx.subject.material === 'steel'
  const links = linked
    ? times(
        12,
        (i) =>
          line(p`M320 ${from + 10 + i * 30}h160`, tone(color, -0.25), 3.4) +
          rect(378, from + 10 + i * 30, 44, 30, { fill: tone(color, 0.1), opacity: '0.55' }),
      )
    : []
  const holes =
    !linked && !upper ? [0, 1, 2, 3, 4].map((i) => ellipse(400, 610 + i * 26, 5, 6, { fill: tone(color, -0.3) })) : []
  const seam = linked
    ? ''
    : line(
        upper
          ? p`M${400 - narrow + 12} ${from + 20}L${400 - wide + 12} ${to}M${400 + narrow - 12} ${from + 20}L${400 + wide - 12} ${to}`
          : p`M${400 - wide + 12} ${from}L${400 - narrow + 12} ${to - 34}M${400 + wide - 12} ${from}L${400 + narrow - 12} ${to - 34}`,
        tone(color, 0.2),
        2.4,
        { 'stroke-dasharray': '9 6', opacity: '0.8' },
      )
  return (
    path(d, { fill }) +
    path(d, { fill: ctx.texture(linked ? 'steel' : ctx.subject.material) }) +
    ctx.inside(d, [...links, ...holes]) +
    seam
  )
}

function watchCase(ctx: DrawingContext, metal: string, r: number): string {
  const shine = ctx.linear(50, [0, tone(metal, 0.18)], [0.45, metal], [0.55, tone(metal, -0.14)], [1, tone(metal, 0.1)])
  const lugs = [-1, 1].flatMap((sx) =>
    [-1, 1].map((sy) =>
      path(p`M${400 + sx * 52} ${400 + sy * (r - 20)}l${sx * 30} 0l${sx * -4} ${sy * 52}l${sx * -24} 0z`, {
        fill: shine,
      }),
    ),
  )
  const crown = rect(400 + r - 4, 384, 24, 32, { fill: shine, rx: 5 })
  const pushers =
    ctx.subject.form === 'chrono' ? [330, 444].map((y) => rect(400 + r - 14, y, 24, 22, { fill: shine, rx: 4 })) : []
  return (
    lugs.join('') +
    crown +
    pushers.join('') +
    circle(400, 400, r, { fill: shine }) +
    circle(400, 400, r - 12, { fill: tone(metal, -0.22) })
  )
}

function dialFace(ctx: DrawingContext, dial: string, r: number): string {
  const ink = lightnessOf(dial) > 0.6 ? '#2b2b2e' : '#f2efe6'
  const bold = ctx.subject.form === 'diver'
  const marks = times(60, (i) => {
    const hour = i % 5 === 0
    if (!hour && ctx.subject.form === 'dress') return ''
    const length = hour ? (bold ? 22 : 17) : 6
    return element('line', {
      x1: 400,
      y1: 400 - r + 8,
      x2: 400,
      y2: 400 - r + 8 + length,
      stroke: ink,
      'stroke-width': hour ? (bold ? 7 : 3.4) : 1.6,
      transform: `rotate(${i * 6} 400 400)`,
    })
  })
  const dials =
    ctx.subject.form === 'chrono'
      ? [
          [-44, 0],
          [44, 0],
          [0, 46],
        ].map(
          ([dx, dy]) =>
            circle(400 + dx!, 400 + dy!, 25, { fill: tone(dial, -0.05), stroke: ink, 'stroke-width': 1.6 }) +
            line(p`M${400 + dx!} ${400 + dy!}l9 -13`, ink, 2),
        )
      : []
  return (
    circle(400, 400, r, {
      fill: ctx.radial({ cx: 0.4, cy: 0.35, r: 0.75 }, [0, tone(dial, 0.07)], [0.75, dial], [1, tone(dial, -0.09)]),
    }) +
    dials.join('') +
    marks.join('')
  )
}

function hands(ctx: DrawingContext, dial: string, r: number): string {
  const ink = lightnessOf(dial) > 0.6 ? '#2b2b2e' : '#f2efe6'
  const second = ctx.random.pick(['#d8693f', '#cba65a', '#3f7f8f'])
  const hand = (turn: number, length: number, width: number, color: string): string =>
    element('line', {
      x1: 400,
      y1: 414,
      x2: 400,
      y2: 400 - length,
      stroke: color,
      'stroke-width': width,
      'stroke-linecap': 'round',
      transform: `rotate(${turn} 400 400)`,
    })
  return (
    hand(304, r * 0.44, 9, ink) +
    hand(52, r * 0.64, 6, ink) +
    hand(186, r * 0.68, 2.4, second) +
    circle(400, 400, 7, { fill: second })
  )
}

export function drawSunglasses(ctx: DrawingContext): Artwork {
  const { random, subject } = ctx
  const tint = random.pick(['#3a3f45', '#5b4636', '#39544a', '#6a4a5c', '#3f5673'])
  const thin = subject.material === 'steel'
  const width = thin ? 9 : random.int(17, 25)
  const d = lens(subject.form, 262)
  const rimFill = ctx.linear(70, [0, ctx.tone(0.14)], [0.5, ctx.base], [1, ctx.tone(-0.12)])
  const glass = ctx.linear(90, [0, tint, 0.95], [1, tone(tint, 0.24), 0.78])
  const temples = line(p`M128 366Q92 356 84 392M672 366Q708 356 716 392`, ctx.tone(-0.1), width)
  const arms = line(p`M92 376Q150 290 246 262M708 376Q650 290 554 262`, ctx.tone(-0.16), thin ? 7 : 13, {
    opacity: '0.55',
  })
  const shadow = blurShapes(bothSides(path(d, {})), ['#1d1712', 0.22, 14, 'translate(0 44) scale(1 0.96)'])
  const bridge = line(
    p`M${subject.form === 'round' ? 352 : 358} 378Q400 338 ${subject.form === 'round' ? 448 : 442} 378`,
    ctx.tone(-0.02),
    width,
  )
  const shine = path(p`M200 350l60 -26l-40 150l-52 22z`, { fill: '#ffffff', opacity: '0.16' })
  const parts = [
    shadow,
    arms,
    temples,
    ...bothSides(
      path(d, { fill: glass }) +
        ctx.inside(d, [shine]) +
        line(d, rimFill, width) +
        line(d, '#ffffff', 2.4, { opacity: '0.28', transform: 'translate(-1 -4)' }),
    ),
    bridge,
  ]
  return artwork('lying', parts, { ground: [400, 540, 310], top: 260, focus: [300, 400, 300] })
}

function bothSides(half: string): string[] {
  return [half, group([half], { transform: 'translate(800 0) scale(-1 1)' })]
}

function lens(form: string, cx: number): string {
  if (form === 'round') return p`M${cx - 104} 410a104 100 0 1 0 208 0a104 100 0 1 0 -208 0z`
  if (form === 'square') return roundBox(cx - 116, 330, 226, 160, 40)
  return p`M${cx - 142} 330Q${cx - 40} 336 ${cx + 82} 348Q${cx + 112} 360 ${cx + 104} 400Q${cx + 86} 490 ${cx - 6} 492Q${cx - 104} 488 ${cx - 122} 410Q${cx - 128} 370 ${cx - 142} 330z`
}
