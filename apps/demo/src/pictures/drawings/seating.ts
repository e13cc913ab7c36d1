import { type Artwork, artwork, type DrawingContext, upholster } from '../drawing-context.ts'
import { circle, ellipsePath, line, p, path, pillow, roundBox, times } from '../svg.ts'
import { tone } from '../tone.ts'

const FLOOR = 650
const LEG_WOODS = ['#a7794c', '#6b4630', '#2b2826']

interface SofaShape {
  left: number
  right: number
  armWidth: number
  armTop: number
  backTop: number
  seatTop: number
  baseTop: number
  bottom: number
  radius: number
  seats: number
}

export function drawSofa(ctx: DrawingContext): Artwork {
  const shape = sofaShape(ctx)
  const chaise = ctx.subject.form === 'chaise'
  const body = [
    legs(ctx, [shape.left + 46, shape.right - 46], shape.bottom),
    sofaBack(ctx, shape),
    sofaBase(ctx, shape),
    ...seatCushions(ctx, shape),
    chaise ? arm(ctx, { ...shape, armTop: shape.armTop + 8 }, shape.right - shape.armWidth) : '',
    chaise ? chaisePart(ctx, shape) : '',
    ...throwPillows(ctx, shape),
    arm(ctx, shape, shape.left),
    chaise ? '' : arm(ctx, shape, shape.right - shape.armWidth),
  ]
  const halfWidth = (shape.right - shape.left) / 2
  return artwork('floor', body, {
    ground: [400, FLOOR, halfWidth],
    top: shape.backTop,
    focus: [shape.left + 120, shape.seatTop - 10, 330],
  })
}

function sofaShape(ctx: DrawingContext): SofaShape {
  const { random, subject } = ctx
  const width = subject.form === 'two-seat' ? random.int(470, 520) : random.int(640, 690)
  const seatTop = random.int(478, 500)
  return {
    left: 400 - width / 2,
    right: 400 + width / 2,
    armWidth: random.int(44, 82),
    armTop: random.int(410, 462),
    backTop: random.int(318, 368),
    seatTop,
    baseTop: seatTop + 68,
    bottom: random.int(604, 618),
    radius: random.int(14, 40),
    seats: subject.form === 'two-seat' ? 2 : random.int(2, 3),
  }
}

function legs(ctx: DrawingContext, xs: readonly number[], top: number): string {
  const wood = ctx.random.pick(LEG_WOODS)
  return xs
    .map((x) =>
      path(p`M${x - 11} ${top - 6}h22l-5 ${FLOOR - top + 6}h-12z`, {
        fill: ctx.linear(0, [0, tone(wood, 0.08)], [1, tone(wood, -0.1)]),
      }),
    )
    .join('')
}

function sofaBack(ctx: DrawingContext, s: SofaShape): string {
  const [x, width] = [s.left + s.armWidth * 0.45, s.right - s.left - s.armWidth * 0.9]
  const frame = upholster(ctx, roundBox(x, s.backTop, width, s.bottom - s.backTop - 20, s.radius + 10), -0.05)
  const inner = { x: s.left + s.armWidth - 6, width: s.right - s.left - 2 * s.armWidth + 12 }
  const each = inner.width / s.seats
  const tufted = ctx.random.chance(0.3)
  const cushions = times(s.seats, (i) => {
    const [cx, cy, w, h] = [inner.x + i * each + 4, s.backTop + 12, each - 8, s.seatTop - s.backTop + 16]
    const buttons = tufted ? tufts(ctx, cx, cy, w, h) : ''
    return upholster(ctx, pillow(cx, cy, w, h, 5), 0.015) + buttons
  })
  return frame + cushions.join('')
}

function tufts(ctx: DrawingContext, x: number, y: number, width: number, height: number): string {
  const columns = Math.max(2, Math.round(width / 70))
  const dots = [0.3, 0.62].flatMap((row) =>
    times(columns, (i) => [x + ((i + 0.5) * width) / columns, y + row * height] as const),
  )
  return dots
    .map(
      ([cx, cy]) =>
        circle(cx, cy, 4.4, { fill: ctx.tone(-0.2) }) +
        line(p`M${cx - 14} ${cy - 9}Q${cx} ${cy - 2} ${cx + 14} ${cy - 9}`, ctx.tone(-0.15), 2, { opacity: '0.5' }),
    )
    .join('')
}

function sofaBase(ctx: DrawingContext, s: SofaShape): string {
  return upholster(
    ctx,
    roundBox(s.left + 8, s.baseTop - 10, s.right - s.left - 16, s.bottom - s.baseTop + 10, 10),
    -0.06,
  )
}

function seatCushions(ctx: DrawingContext, s: SofaShape): string[] {
  const inner = { x: s.left + s.armWidth - 8, width: s.right - s.left - 2 * s.armWidth + 16 }
  const each = inner.width / s.seats
  return times(s.seats, (i) => {
    const [x, w] = [inner.x + i * each + 2, each - 4]
    const front = upholster(ctx, roundBox(x, s.seatTop + 10, w, s.baseTop - s.seatTop + 4, 18), -0.01)
    const top = p`M${x + 10} ${s.seatTop - 14}h${w - 20}q8 0 9 10l${1} 22q-2 12 -14 12h${28 - w - 16}q-12 0 -14 -12l1 -22q1 -10 9 -10z`
    return front + upholster(ctx, top, 0.07)
  })
}

function chaisePart(ctx: DrawingContext, s: SofaShape): string {
  const [x, w] = [s.right - s.armWidth - 168, 166]
  const front = upholster(ctx, roundBox(x - 10, s.seatTop + 66, w + 10, FLOOR - s.seatTop - 62, 14), -0.04)
  const top = p`M${x + 14} ${s.seatTop - 14}h${w - 22}q8 0 8 10l0 78q0 18 -16 18h${-w + 8}q-16 0 -14 -18l10 -78q2 -10 12 -10z`
  return front + upholster(ctx, top, 0.08)
}

function arm(ctx: DrawingContext, s: SofaShape, x: number): string {
  const front = upholster(ctx, roundBox(x, s.armTop, s.armWidth, s.bottom - s.armTop, s.radius), 0.005)
  return front + path(roundBox(x + 6, s.armTop + 5, s.armWidth - 12, 16, 8), { fill: '#ffffff', opacity: '0.14' })
}

function throwPillows(ctx: DrawingContext, s: SofaShape): string[] {
  const count = ctx.random.int(0, 2)
  const accents = [ctx.tone(0.17, 0.6), ctx.tone(-0.16, 0.9), tone('#d9c7a5', 0.02)]
  return times(count, (i) => {
    const fill = ctx.random.pick(accents)
    const x = i === 0 ? s.left + s.armWidth + 4 : s.right - s.armWidth - 108
    const d = pillow(x, s.seatTop - 104, 104, 100, 4)
    const turn = `rotate(${i === 0 ? -9 : 8} ${x + 52} ${s.seatTop - 54})`
    return (
      path(d, {
        fill: ctx.linear(70, [0, tone(fill, 0.05)], [1, tone(fill, -0.08)]),
        transform: turn,
      }) + path(d, { fill: ctx.texture('linen'), transform: turn })
    )
  })
}

export function drawArmchair(ctx: DrawingContext): Artwork {
  const draw = { tub: tubChair, wing: wingChair, lounge: loungeChair }[ctx.subject.form] ?? tubChair
  return artwork('floor', [draw(ctx)], {
    ground: [400, FLOOR, 190],
    top: ctx.subject.form === 'wing' ? 200 : 285,
    focus: [350, 420, 300],
  })
}

function tubChair(ctx: DrawingContext): string {
  const { random } = ctx
  const [half, top] = [random.int(180, 205), random.int(300, 330)]
  const shell = p`M${400 - half} 470C${400 - half} ${top} ${400 - half * 0.55} ${top - 26} 400 ${top - 26}S${400 + half} ${top} ${400 + half} 470C${400 + half} 560 ${400 + half * 0.86} 606 ${400 + half * 0.74} 606H${400 - half * 0.74}C${400 - half * 0.86} 606 ${400 - half} 560 ${400 - half} 470z`
  const inner = p`M${400 - half * 0.68} 500C${400 - half * 0.7} ${top + 40} ${400 - half * 0.4} ${top + 20} 400 ${top + 20}S${400 + half * 0.7} ${top + 40} ${400 + half * 0.68} 500z`
  const channels = random.chance(0.5)
    ? [-0.42, -0.21, 0, 0.21, 0.42].map((at) =>
        line(
          p`M${400 + half * at * 1.15} ${top + 26 + Math.abs(at) * 60}Q${400 + half * at} 440 ${400 + half * at * 1.05} 505`,
          ctx.tone(-0.16),
          3,
          { opacity: '0.45' },
        ),
      )
    : []
  return [
    legs(ctx, [400 - half * 0.6, 400 + half * 0.6], 600),
    upholster(ctx, shell, -0.03),
    ctx.inside(shell, [
      path(inner, { fill: ctx.linear(90, [0, ctx.tone(-0.13)], [1, ctx.tone(-0.03)]) }),
      path(inner, { fill: ctx.texture() }),
      ...channels,
    ]),
    upholster(ctx, roundBox(400 - half * 0.73, 492, half * 1.46, 74, 30), 0.02),
    upholster(ctx, ellipsePath(400, 504, half * 0.7, 28), 0.08),
  ].join('')
}

function wingChair(ctx: DrawingContext): string {
  const { random } = ctx
  const [half, top] = [random.int(150, 170), random.int(190, 220)]
  const back = p`M${400 - half * 0.86} 600V${top + 50}Q${400 - half * 0.86} ${top} ${400 - half * 0.5} ${top}H${400 + half * 0.5}Q${400 + half * 0.86} ${top} ${400 + half * 0.86} ${top + 50}V600z`
  const wing = (side: 1 | -1): string =>
    p`M${400 + side * half * 0.78} ${top + 34}Q${400 + side * (half + 34)} ${top + 40} ${400 + side * (half + 20)} ${top + 130}L${400 + side * (half + 12)} 470L${400 + side * half * 0.66} 480z`
  const armShape = (side: 1 | -1): string => {
    const x = side === 1 ? 400 + half * 0.72 : 400 - half * 0.72 - 64
    return upholster(ctx, roundBox(x, 448, 64, 164, 26), 0.01)
  }
  const buttons = random.chance(0.6) ? tufts(ctx, 400 - half * 0.6, top + 20, half * 1.2, 220) : ''
  return [
    legs(ctx, [400 - half * 0.8, 400 + half * 0.8], 604),
    upholster(ctx, wing(-1), -0.05),
    upholster(ctx, wing(1), -0.08),
    upholster(ctx, back, 0),
    buttons,
    upholster(ctx, roundBox(400 - half * 0.78, 540, half * 1.56, 70, 10), -0.05),
    upholster(ctx, roundBox(400 - half * 0.76, 488, half * 1.52, 72, 24), 0.02),
    upholster(ctx, roundBox(400 - half * 0.72, 482, half * 1.44, 34, 17), 0.08),
    armShape(-1),
    armShape(1),
  ].join('')
}

function loungeChair(ctx: DrawingContext): string {
  const { random } = ctx
  const wood = random.pick(LEG_WOODS)
  const [half, top] = [random.int(150, 178), random.int(276, 310)]
  const frame = ctx.linear(90, [0, tone(wood, 0.1)], [1, tone(wood, -0.06)])
  const side = (s: 1 | -1): string =>
    line(p`M${400 + s * (half + 22)} 640L${400 + s * (half + 30)} 458`, frame, 17) +
    line(p`M${400 + s * (half - 4)} 452Q${400 + s * (half + 24)} 446 ${400 + s * (half + 42)} 454`, frame, 20)
  return [
    line(
      p`M${400 - half + 20} 640L${400 - half + 34} 540M${400 + half - 20} 640L${400 + half - 34} 540`,
      tone(wood, -0.12),
      13,
    ),
    upholster(ctx, pillow(400 - half * 0.88, top, half * 1.76, 500 - top, 8), 0),
    line(p`M${400 - half * 0.8} ${top + 92}Q400 ${top + 104} ${400 + half * 0.8} ${top + 92}`, ctx.tone(-0.17), 3, {
      opacity: '0.5',
    }),
    upholster(ctx, roundBox(400 - half, 500, half * 2, 62, 26), -0.02),
    upholster(ctx, roundBox(400 - half + 5, 490, half * 2 - 10, 38, 19), 0.07),
    line(p`M${400 - half - 22} 574H${400 + half + 22}`, frame, 16),
    side(-1),
    side(1),
  ].join('')
}
