import { type Artwork, artwork, type DrawingContext, roundShade } from '../drawing-context.ts'
import { ellipse, group, line, type Point, p, path, roundBox, turned, times } from '../svg.ts'
import { tone } from '../tone.ts'

const TABLE = 650

export function glaze(ctx: DrawingContext, d: string, from: number, to: number): string {
  const finish = ctx.random.pick(['plain', 'plain', 'ribbed', 'dipped', 'band'])
  const parts = [path(d, { fill: roundShade(ctx) }), path(d, { fill: ctx.texture() })]
  if (finish === 'ribbed') {
    const ribs = times(17, (i) => {
      const at = Math.sin(((i - 8) / 8.5) * (Math.PI / 2))
      return line(p`M${400 + at * 260} ${from}V${to}`, ctx.tone(-0.16), 2.4, { opacity: '0.4' })
    })
    parts.push(ctx.inside(d, ribs))
  }
  if (finish === 'dipped')
    parts.push(
      ctx.inside(d, [
        path(p`M0 ${to - (to - from) * 0.3}q200 16 400 0t400 0V800H0z`, { fill: roundShade(ctx, '#cdb596', 0.06) }),
      ]),
    )
  if (finish === 'band')
    parts.push(
      ctx.inside(
        d,
        [from + (to - from) * 0.3, from + (to - from) * 0.36].map((y) =>
          path(p`M0 ${y}q400 60 800 0v12q-400 60 -800 0z`, { fill: tone(ctx.base, -0.15), opacity: '0.55' }),
        ),
      ),
    )
  return parts.join('')
}

export function rim(ctx: DrawingContext, y: number, half: number, depth: number): string {
  return (
    ellipse(400, y, half, depth, { fill: ctx.tone(0.1) }) +
    ellipse(400, y + 1.5, half - 7, depth * 0.8, { fill: ctx.linear(90, [0, ctx.tone(-0.3)], [1, ctx.tone(-0.1)]) })
  )
}

export function drawVase(ctx: DrawingContext): Artwork {
  const { random, subject } = ctx
  const j = (value: number): number => value * random.between(0.88, 1.12)
  const profiles: Record<string, () => Point[]> = {
    bottle: () => [
      [30, 230],
      [27, 300],
      [32, 350],
      [j(104), 460],
      [j(112), 560],
      [78, TABLE],
    ],
    round: () => [
      [58, 320],
      [54, 346],
      [j(140), 440],
      [j(168), 520],
      [j(130), 610],
      [72, TABLE],
    ],
    amphora: () => [
      [56, 210],
      [40, 250],
      [j(118), 340],
      [j(132), 420],
      [76, 560],
      [52, 610],
      [64, TABLE],
    ],
    bud: () => [
      [20, 330],
      [16, 380],
      [20, 440],
      [j(74), 540],
      [j(70), 610],
      [44, TABLE],
    ],
  }
  const profile = (profiles[subject.form] ?? profiles.bottle!)()
  const [half, top] = profile[0]!
  const d = turned(400, ...profile)
  const handles =
    subject.form === 'amphora'
      ? line(p`M${400 - 44} 250C300 236 262 300 296 352M${400 + 44} 250C500 236 538 300 504 352`, ctx.tone(-0.08), 15)
      : ''
  const stems = random.chance(0.45) ? branch(ctx, top) : ''
  return artwork(
    'table',
    [stems + handles + glaze(ctx, d, top, TABLE) + rim(ctx, top, half, Math.max(6, half * 0.22))],
    {
      ground: [400, TABLE, profile.at(-1)![0] * 1.25],
      top: stems ? Math.min(top, 130) : top,
      focus: [400, top + 110, 300],
    },
  )
}

function branch(ctx: DrawingContext, mouth: number): string {
  const green = ctx.random.pick(['#75865f', '#8d8a5d', '#5f7a6a'])
  const bloom = ctx.random.pick(['#e7d9c4', '#d99a86', '#e3c46f', '#c9a5bd'])
  const stems = [-1, 0, 1].map((side) => {
    const [x, y] = [400 + side * ctx.random.int(40, 100), mouth - ctx.random.int(110, 160)]
    const leaves = [0.35, 0.55, 0.75, 0.95].map((at, i) => {
      const [lx, ly] = [400 + (x - 400) * at, mouth - (mouth - y) * at]
      const turn = (i % 2 === 0 ? -1 : 1) * 42
      return path(p`M${lx} ${ly}q12 -20 34 -18q-8 20 -34 18z`, {
        fill: tone(green, ctx.random.between(-0.06, 0.08)),
        transform: `rotate(${turn} ${lx} ${ly})`,
      })
    })
    const flower = ellipse(x, y, 15, 14, { fill: ctx.radial({}, [0, tone(bloom, 0.06)], [1, tone(bloom, -0.08)]) })
    return (
      line(p`M400 ${mouth + 20}Q${400 + side * 10} ${(mouth + y) / 2} ${x} ${y}`, tone(green, -0.08), 3.4) +
      leaves.join('') +
      flower
    )
  })
  return stems.join('')
}

export function drawPlanter(ctx: DrawingContext): Artwork {
  const { random, subject } = ctx
  const stand = subject.form === 'stand'
  const bottom = stand ? 540 : TABLE
  const [half, height] =
    subject.form === 'bowl'
      ? [random.int(165, 190), random.int(130, 160)]
      : [random.int(120, 150), random.int(190, 230)]
  const top = bottom - height
  const foot = subject.form === 'bowl' ? half * 0.5 : half * random.between(0.66, 0.92)
  const profile: Point[] =
    subject.form === 'bowl'
      ? [
          [half, top],
          [half * 0.97, top + height * 0.4],
          [half * 0.78, top + height * 0.8],
          [foot, bottom],
        ]
      : [
          [half, top],
          [half * 0.97, top + height * 0.3],
          [(half + foot) / 2, top + height * 0.7],
          [foot, bottom],
        ]
  const d = turned(400, ...profile)
  const lip =
    random.chance(0.4) && subject.form === 'pot'
      ? path(roundBox(400 - half - 8, top - 6, half * 2 + 16, 34, 8), { fill: roundShade(ctx) })
      : ''
  const wood = '#b08556'
  const frame = stand
    ? line(
        p`M${400 - half * 0.8} ${bottom - 60}L${400 - half} ${TABLE + 20}M${400 + half * 0.8} ${bottom - 60}L${400 + half} ${TABLE + 20}M${400 - half * 0.9} ${bottom + 14}H${400 + half * 0.9}`,
        wood,
        14,
      )
    : ''
  const ground = stand ? TABLE + 22 : TABLE
  return artwork(
    'table',
    [
      leaves(ctx, top, half) +
        frame +
        ellipse(400, top, half, half * 0.16, { fill: '#4a382b' }) +
        glaze(ctx, d, top, bottom) +
        lip,
    ],
    { ground: [400, ground, stand ? half : foot * 1.15], top: top - 230, focus: [370, top + 60, 300] },
  )
}

function leaves(ctx: DrawingContext, top: number, half: number): string {
  const green = ctx.random.pick(['#4f7a52', '#5d8a4a', '#3f6b57', '#7f9a5c'])
  const style = ctx.random.pick([monstera, snakePlant, bush])
  return group(style(ctx, green, top, half))
}

function monstera(ctx: DrawingContext, green: string, top: number, half: number): string[] {
  return times(9, (i) => {
    const turn = -68 + i * 17 + ctx.random.int(-5, 5)
    const length = ctx.random.int(150, 220)
    const fill = tone(green, ctx.random.between(-0.09, 0.09))
    const leaf = p`M400 ${top - length * 0.45}C${400 - 62} ${top - length * 0.6} ${400 - 50} ${top - length} 400 ${top - length - 20}C${400 + 50} ${top - length} ${400 + 62} ${top - length * 0.6} 400 ${top - length * 0.45}z`
    return group(
      [
        line(p`M400 ${top + 6}V${top - length * 0.5}`, tone(green, -0.1), 5),
        path(leaf, { fill }),
        line(p`M400 ${top - length * 0.45}V${top - length}`, tone(fill, 0.12), 2.4),
      ],
      { transform: `rotate(${turn} 400 ${top + half * 0.2})` },
    )
  })
}

function snakePlant(ctx: DrawingContext, green: string, top: number, half: number): string[] {
  return times(8, (i) => {
    const x = 400 + (i - 3.5) * half * 0.19
    const height = ctx.random.int(150, 235)
    const lean = (i - 3.5) * 9
    const d = p`M${x - 17} ${top + 8}C${x - 24} ${top - height * 0.5} ${x + lean - 8} ${top - height * 0.8} ${x + lean} ${top - height}C${x + lean + 8} ${top - height * 0.8} ${x + 24} ${top - height * 0.5} ${x + 17} ${top + 8}z`
    return (
      path(d, { fill: ctx.linear(0, [0, tone(green, 0.1)], [0.4, tone(green, -0.05)], [1, tone(green, -0.1)]) }) +
      line(d, '#c9cf94', 2.4, { opacity: '0.6' })
    )
  })
}

function bush(ctx: DrawingContext, green: string, top: number, half: number): string[] {
  return Array.from({ length: 130 }, () => {
    const [a, r] = [ctx.random.between(0, Math.PI * 2), Math.sqrt(ctx.random.next())]
    const [x, y] = [400 + Math.cos(a) * r * half * 1.05, top - 90 + Math.sin(a) * r * 110]
    return path(p`M${x} ${y}q16 -30 44 -22q-8 30 -44 22z`, {
      fill: tone(green, ctx.random.between(-0.12, 0.12)),
      transform: `rotate(${ctx.random.int(0, 360)} ${x} ${y})`,
    })
  })
}
