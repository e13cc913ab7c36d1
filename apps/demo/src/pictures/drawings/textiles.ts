import { type Artwork, artwork, folds, type DrawingContext, upholster } from '../drawing-context.ts'
import { group, line, p, path, pillow, rect, roundBox, times } from '../svg.ts'
import { blurShapes } from '../blur.ts'
import { blend, lightnessOf, tone } from '../tone.ts'

const FLOOR = 650

export function drawBedding(ctx: DrawingContext): Artwork {
  const wood = ctx.random.pick(['#b98d5e', '#8a6242', '#cbb08a', '#7d8288'])
  const duvet = p`M118 470Q130 424 200 420H600Q670 424 682 470L706 612Q690 634 640 622T560 630T470 622T380 632T290 622T200 632Q110 636 94 612z`
  const fold = p`M128 446Q140 408 204 404H596Q660 408 672 446L680 494Q560 474 400 478T120 494z`
  const lining = blend(ctx.base, lightnessOf(ctx.base) > 0.75 ? ctx.tone(-0.1) : '#f7f3ea', 0.65)
  const strokes = times(6, (i) => p`M${170 + i * 92} 510Q${160 + i * 94} 560 ${150 + i * 98} 628`)
  const parts = [
    headboard(ctx, wood),
    rect(150, 600, 22, 50, { fill: tone(wood, -0.1) }) + rect(628, 600, 22, 50, { fill: tone(wood, -0.1) }),
    path(roundBox(130, 400, 540, 200, 20), { fill: '#efe9dd' }),
    ...bedPillows(ctx),
    upholster(ctx, duvet),
    ctx.inside(duvet, bedPattern(ctx)),
    folds(ctx, duvet, strokes, 20, 0.34),
    path(fold, { fill: ctx.linear(90, [0, tone(lining, 0.06)], [1, tone(lining, -0.06)]) }) +
      path(fold, { fill: ctx.texture() }),
    line(p`M120 494Q280 474 400 478T680 494`, ctx.tone(-0.2), 4, { opacity: '0.4' }),
  ]
  return artwork('floor', parts, { ground: [400, FLOOR, 300], top: 250, focus: [330, 450, 330] })
}

function headboard(ctx: DrawingContext, wood: string): string {
  const d = ctx.random.chance(0.5)
    ? roundBox(120, 270, 560, 330, 26)
    : p`M120 600V360Q120 250 260 250H540Q680 250 680 360V600z`
  return (
    path(d, { fill: ctx.linear(90, [0, tone(wood, 0.05)], [1, tone(wood, -0.1)]) }) +
    path(d, { fill: ctx.texture('oak') })
  )
}

function bedPillows(ctx: DrawingContext): string[] {
  const one = (x: number, y: number, color: string): string => {
    const d = pillow(x, y, 210, 116, 9)
    return (
      path(d, { fill: ctx.linear(80, [0, tone(color, 0.06)], [1, tone(color, -0.1)]) }) +
      path(d, { fill: ctx.texture() }) +
      line(d, tone(color, -0.16), 1.6, { opacity: '0.6' })
    )
  }
  const pale = blend(ctx.base, '#faf6ee', 0.7)
  return [one(170, 300, pale), one(420, 300, pale), one(186, 332, ctx.base), one(404, 332, ctx.base)]
}

function bedPattern(ctx: DrawingContext): string[] {
  const ink = ctx.tone(lightnessOf(ctx.base) > 0.6 ? -0.2 : 0.2, 0.9)
  if (ctx.subject.form === 'striped') {
    const step = ctx.random.pick([28, 40, 58])
    return times(32, (i) =>
      path(p`M${60 + i * step} 400h${step * 0.32}l${(i * step - 330) * 0.09} 240h${-step * 0.36}z`, {
        fill: ink,
        opacity: '0.75',
      }),
    )
  }
  if (ctx.subject.form === 'quilt') {
    return times(26, (i) =>
      line(p`M${-100 + i * 46} 400l240 240M${900 - i * 46} 400l-240 240`, ink, 2.4, {
        'stroke-dasharray': '7 5',
        opacity: '0.6',
      }),
    )
  }
  return []
}

/** Towels are stacked, except for the fringed towel, which hangs. */
export function drawTowel(ctx: DrawingContext): Artwork {
  if (ctx.subject.form === 'fringed') return hangingTowel(ctx)
  const count = ctx.random.int(2, 4)
  const height = 74
  const layers = times(count, (i) => towelLayer(ctx, i, FLOOR - (i + 1) * height, height))
  return artwork('table', layers, {
    ground: [400, FLOOR, 216],
    top: FLOOR - count * height - 60,
    focus: [330, FLOOR - count * height + 40, 290],
  })
}

function towelLayer(ctx: DrawingContext, i: number, y: number, height: number): string {
  const color = i % 2 === 0 ? ctx.base : ctx.tone(0.05, 0.9)
  const [x, w] = [190 + ctx.random.int(-8, 8), 420]
  const front = roundBox(x, y + 4, w, height - 6, height / 2.1)
  const top = p`M${x + 26} ${y + 6}L${x + 66} ${y - 34}H${x + w - 66}L${x + w - 26} ${y + 6}z`
  const stripes =
    ctx.subject.form === 'striped'
      ? [0.2, 0.32, 0.62].map((at) =>
          rect(x + w * at, y - 40, 15, height + 50, {
            fill: ctx.tone(lightnessOf(ctx.base) > 0.6 ? -0.22 : 0.24),
            opacity: '0.75',
          }),
        )
      : [rect(x, y + height * 0.62, w, 9, { fill: ctx.tone(-0.1), opacity: '0.4' })]
  return [
    path(top, { fill: ctx.linear(90, [0, tone(color, 0.12)], [1, tone(color, 0.05)]) }),
    path(front, { fill: ctx.linear(90, [0, tone(color, 0.06)], [0.5, color], [1, tone(color, -0.12)]) }),
    ctx.inside(front, stripes),
    path(top, { fill: ctx.texture('wool') }) + path(front, { fill: ctx.texture('boucle') }),
    line(p`M${x + 30} ${y + height / 2}H${x + w - 8}`, tone(color, -0.16), 2.4, { opacity: '0.5' }),
    line(front, tone(color, -0.18), 1.6, { opacity: '0.5' }),
  ].join('')
}

function hangingTowel(ctx: DrawingContext): Artwork {
  const d = p`M250 190Q400 178 550 190L562 640Q400 652 238 640z`
  const ink = ctx.tone(lightnessOf(ctx.base) > 0.6 ? -0.22 : 0.24, 0.8)
  const bands = [0, 1, 2, 3, 4].flatMap((i) => [
    path(p`M200 ${230 + i * 9}q200 -8 400 0v5q-200 -8 -400 0z`, { fill: ink }),
    path(p`M200 ${560 + i * 9}q200 8 400 0v5q-200 8 -400 0z`, { fill: ink }),
  ])
  const tassels = times(32, (i) => line(p`M${242 + i * 10.2} 640v${ctx.random.int(26, 40)}`, ctx.tone(0.06), 3.4))
  const strokes = [300, 370, 450, 510].map((x) => p`M${x} 200Q${x - 14} 420 ${x + ctx.random.int(-18, 18)} 640`)
  return artwork(
    'wall',
    [
      line(p`M170 180H630`, '#b8924a', 12) + line(p`M170 177H630`, '#e0c48a', 3),
      blurShapes([path(d, {})], ['#1d1712', 0.22, 12, 'translate(10 12)']),
      group(tassels),
      upholster(ctx, d),
      ctx.inside(d, bands),
      folds(ctx, d, strokes, 20, 0.32),
    ],
    { ground: [400, 684, 230], top: 160, focus: [330, 300, 290] },
  )
}
