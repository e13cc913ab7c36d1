import { type Artwork, artwork, type DrawingContext, upholster } from '../drawing-context.ts'
import { circle, ellipse, ellipsePath, line, p, path, pillow, rect, roundBox, times } from '../svg.ts'
import { blurLines, blurShapes } from '../blur.ts'
import { blend, lightnessOf, tone } from '../tone.ts'

export function drawRug(ctx: DrawingContext): Artwork {
  const round = ctx.subject.form === 'round'
  const outline = round ? ellipsePath(400, 400, 300, 300) : roundBox(170, 90, 460, 620, 6)
  const inks = ['#f2eadb', '#2f2b28', '#8d5a3c', '#39506b'].filter(
    (ink) => Math.abs(lightnessOf(ink) - lightnessOf(ctx.base)) > 0.22,
  )
  const ink = blend(ctx.base, ctx.random.pick(inks), 0.72)
  const pattern = round ? rings(ctx, ink) : ({ striped, border, geometric }[ctx.subject.form] ?? striped)(ctx, ink)
  const body = [
    blurShapes([path(outline, {})], ['#1d1712', 0.3, 12, 'translate(8 12)']),
    round ? '' : fringe(ctx),
    upholster(ctx, outline),
    ctx.inside(outline, [
      ...pattern,
      path(outline, { fill: ctx.texture() }),
      path(outline, { fill: ctx.linear(60, [0, '#ffffff', 0.12], [0.5, '#ffffff', 0], [1, '#000000', 0.12]) }),
    ]),
  ]
  return artwork('lying', body, { ground: [400, 730, 230], top: 70, focus: [300, 250, 290] })
}

function fringe(ctx: DrawingContext): string {
  const yarn = tone('#eee4d0', -0.02)
  return times(58, (i) => {
    const x = 174 + i * 8
    return line(
      p`M${x} 92q${ctx.random.between(-4, 4)} -14 ${ctx.random.between(-3, 3)} -24M${x} 708q${ctx.random.between(-4, 4)} 14 ${ctx.random.between(-3, 3)} 24`,
      yarn,
      2,
    )
  }).join('')
}

function striped(ctx: DrawingContext, ink: string): string[] {
  const stripes: string[] = []
  for (let y = 110; y < 700; ) {
    const height = ctx.random.pick([6, 10, 18, 34])
    stripes.push(rect(160, y, 480, height, { fill: ctx.random.chance(0.7) ? ink : ctx.tone(-0.12), opacity: '0.85' }))
    y += height + ctx.random.pick([14, 26, 44])
  }
  return stripes
}

function border(ctx: DrawingContext, ink: string): string[] {
  const inset = ctx.random.int(30, 54)
  const frame = (by: number, width: number): string =>
    line(roundBox(170 + by, 90 + by, 460 - 2 * by, 620 - 2 * by, 2), ink, width)
  return [
    frame(inset, ctx.random.int(10, 22)),
    frame(inset + 34, 4),
    frame(inset + 46, 2),
    path(p`M400 320l70 80l-70 80l-70 -80z`, { fill: 'none', stroke: ink, 'stroke-width': 5 }),
  ]
}

function geometric(ctx: DrawingContext, ink: string): string[] {
  const size = ctx.random.pick([77, 92, 115])
  const second = ctx.tone(ctx.random.pick([-0.13, 0.13]))
  const tile = ctx.random.pick([
    (x: number, y: number) =>
      path(p`M${x} ${y}l${size / 2} ${-size / 2}l${size / 2} ${size / 2}l${-size / 2} ${size / 2}z`, {
        fill: 'none',
        stroke: ink,
        'stroke-width': 6,
      }),
    (x: number, y: number) => path(p`M${x} ${y}h${size}v${-size}z`, { fill: ink }),
    (x: number, y: number) => path(p`M${x} ${y}a${size / 2} ${size / 2} 0 0 1 ${size} 0z`, { fill: ink }),
  ])
  const tiles: string[] = []
  for (let row = 0; row * size < 700; row++) {
    for (let column = 0; column * size < 480; column++) {
      if ((row + column) % 3 === 0) tiles.push(rect(170 + column * size, 90 + row * size, size, size, { fill: second }))
      tiles.push(tile(170 + column * size, 90 + (row + 1) * size))
    }
  }
  return tiles
}

function rings(ctx: DrawingContext, ink: string): string[] {
  const step = ctx.random.int(26, 60)
  const circles: string[] = []
  for (let r = 290; r > 30; r -= step)
    circles.push(
      circle(400, 400, r, { fill: 'none', stroke: ink, 'stroke-width': ctx.random.pick([3, 8, 14]), opacity: '0.85' }),
    )
  return circles
}

export function drawCushion(ctx: DrawingContext): Artwork {
  const { form } = ctx.subject
  const d =
    form === 'lumbar'
      ? pillow(140, 270, 520, 290, 14)
      : form === 'round'
        ? ellipsePath(400, 420, 225, 218)
        : pillow(180, 200, 440, 430, 16)
  const decorated = ctx.inside(d, cushionPattern(ctx))
  const shine = path(d, {
    fill: ctx.radial(
      { cx: 0.4, cy: 0.34, r: 0.75 },
      [0, '#ffffff', 0.26],
      [0.55, '#ffffff', 0.02],
      [1, '#000000', 0.2],
    ),
  })
  const piping = ctx.random.chance(0.5) ? line(d, ctx.tone(0.13), 6) : line(d, ctx.tone(-0.14), 3, { opacity: '0.7' })
  const pinch = form === 'round' ? roundSeams(ctx) : cornerCreases(ctx, form === 'lumbar')
  const y = form === 'lumbar' ? 566 : 640
  return artwork('floor', [upholster(ctx, d), decorated, shine, pinch, piping], {
    ground: [400, y, form === 'lumbar' ? 250 : 205],
    top: form === 'lumbar' ? 260 : 200,
    focus: [300, 350, 300],
  })
}

function cushionPattern(ctx: DrawingContext): string[] {
  const ink = ctx.tone(ctx.random.pick([0.18, -0.18]), 0.8)
  const stripes = (): string[] =>
    times(12, (i) => rect(130 + i * 48, 150, ctx.random.pick([5, 9, 16]), 560, { fill: ink, opacity: '0.7' }))
  const checks = (): string[] =>
    times(
      10,
      (i) =>
        rect(120 + i * 60, 150, 30, 560, { fill: ink, opacity: '0.28' }) +
        rect(120, 150 + i * 60, 580, 30, { fill: ink, opacity: '0.28' }),
    )
  return ctx.random.weighted([() => [], stripes, checks], (f) => (f === stripes || f === checks ? 0.22 : 0.56))()
}

function cornerCreases(ctx: DrawingContext, wide: boolean): string {
  const [l, r, t, b] = wide ? [150, 650, 280, 550] : [190, 610, 210, 620]
  const crease = (x: number, y: number, dx: number, dy: number): string =>
    p`M${x} ${y}q${dx * 0.4} ${dy * 0.7} ${dx} ${dy}`
  const strokes = [crease(l, t, 70, 50), crease(r, t, -70, 50), crease(l, b, 80, -44), crease(r, b, -80, -44)]
  return blurLines(strokes, 9, [ctx.tone(-0.2), 0.35, 5])
}

function roundSeams(ctx: DrawingContext): string {
  const rays = times(16, (i) => {
    const turn = (i / 16) * 2 * Math.PI
    return line(
      p`M${400 + 18 * Math.cos(turn)} ${414 + 18 * Math.sin(turn)}L${400 + 205 * Math.cos(turn)} ${420 + 198 * Math.sin(turn)}`,
      ctx.tone(-0.14),
      3,
      { opacity: '0.4' },
    )
  })
  return rays.join('') + ellipse(400, 412, 19, 18, { fill: ctx.radial({}, [0, ctx.tone(0.08)], [1, ctx.tone(-0.16)]) })
}
