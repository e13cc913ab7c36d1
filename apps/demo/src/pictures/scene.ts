import { createRandom, type Random } from '../random.ts'
import { castShadow } from './cast-shadow.ts'
import { type DrawnPicture, type Placement, transformOf } from './frame.ts'
import type { Artwork, DrawingContext } from './drawing-context.ts'
import { blurEllipse, blurShapes } from './blur.ts'
import { ellipse, group, line, p, path, rect, times } from './svg.ts'
import { lightnessOf, tone } from './tone.ts'

const WALLS = ['#d9d4c7', '#c9d1c8', '#d8c5b8', '#c5ced6', '#dccfb6', '#cfc7d3']
const DARK_WALLS = ['#66746a', '#7a6a5e', '#5d6b78', '#8a7467']
const WOODS = ['#b98d5e', '#c7a27a', '#9a6d45']

export function drawScene(ctx: DrawingContext, artwork: Artwork, height: number): DrawnPicture {
  const random = createRandom('scene', ctx.subject.shapeKey)
  const wall = lightnessOf(ctx.base) > 0.82 ? random.pick(DARK_WALLS) : random.pick(WALLS)
  const shift = height - 800
  const paintedWall = rect(0, 0, 800, height, { fill: ctx.linear(60, [0, tone(wall, 0.04)], [1, tone(wall, -0.06)]) })
  const light = windowLight(random, height)
  const inFrontOf = (behind: string, placement: Placement): DrawnPicture => ({
    drawn: behind + group([castShadow(ctx, artwork), artwork.body], { transform: transformOf(placement) }),
    placement,
  })
  if (artwork.place === 'floor') {
    const horizon = artwork.ground.y + shift - 46
    const behind = paintedWall + light + picture(ctx, random, artwork) + floorboards(ctx, random, horizon, height)
    return inFrontOf(behind, { x: 0, y: shift, turn: 0, scale: 1 })
  }
  if (artwork.place === 'table') {
    const top = tabletop(ctx, random, artwork.ground.y - 60 + shift, height)
    const behind = paintedWall + light + top + companion(random, artwork, shift)
    return inFrontOf(behind, { x: random.int(20, 60), y: shift, turn: 0, scale: 1 })
  }
  const middle = 40 + shift / 2
  if (artwork.place === 'lying')
    return inFrontOf(planks(ctx, random, height) + light, { x: 40, y: middle, turn: random.int(-6, 6), scale: 0.9 })
  const y = artwork.place === 'ceiling' ? 0 : middle
  return inFrontOf(paintedWall + light, { x: 40, y, turn: 0, scale: 0.9 })
}

function windowLight(random: Random, height: number): string {
  const x = random.int(-40, 260)
  const panes = [0, 1, 2].flatMap((column) => [0, 1].map((row) => pane(x + column * 118, 40 + row * 190 - column * 26)))
  return blurShapes(
    panes.map((d) => path(d, {})),
    ['#fff6e2', 0.28, 7, `translate(0 ${(height - 800) * 0.4})`],
  )
}

function pane(x: number, y: number): string {
  return p`M${x} ${y}l100 -22l30 160l-100 24z`
}

function floorboards(ctx: DrawingContext, random: Random, horizon: number, height: number): string {
  const wood = random.pick(WOODS)
  const boards = times(15, (i) =>
    line(p`M${400 + (i - 7) * 62} ${horizon}L${400 + (i - 7) * 190} ${height}`, tone(wood, -0.14), 1.6, {
      opacity: '0.5',
    }),
  )
  return [
    rect(0, horizon, 800, height - horizon, { fill: ctx.linear(90, [0, tone(wood, -0.06)], [1, tone(wood, 0.05)]) }),
    ...boards,
    rect(0, horizon - 26, 800, 26, { fill: '#f3efe8' }),
    rect(0, horizon - 2, 800, 5, { fill: tone(wood, -0.2), opacity: '0.45' }),
  ].join('')
}

function tabletop(ctx: DrawingContext, random: Random, edge: number, height: number): string {
  const wood = random.pick(WOODS)
  return (
    rect(0, edge, 800, height - edge, { fill: ctx.linear(90, [0, tone(wood, 0.06)], [1, tone(wood, -0.05)]) }) +
    rect(0, edge, 800, height - edge, { fill: ctx.texture('oak', 'room') }) +
    rect(0, edge, 800, 4, { fill: tone(wood, 0.12), opacity: '0.7' })
  )
}

function planks(ctx: DrawingContext, random: Random, height: number): string {
  const wood = tone(random.pick(WOODS), 0.07, 0.7)
  const seams = [1, 2, 3].map((i) => line(p`M0 ${(height / 4) * i}H800`, tone(wood, -0.2), 2.4, { opacity: '0.6' }))
  return (
    rect(0, 0, 800, height, { fill: wood }) +
    rect(0, 0, 800, height, { fill: ctx.texture('oak', 'room') }) +
    seams.join('')
  )
}

function picture(ctx: DrawingContext, random: Random, artwork: Artwork): string {
  if (artwork.focus.y < 330) return ''
  const [x, y] = [random.pick([90, 540]), random.int(40, 80)]
  const hill = p`M${x + 14} ${y + 130}q40 -60 80 -20t72 -30v94h-152z`
  return group([
    blurShapes([rect(x + 6, y + 10, 180, 210, {})], ['#000000', 0.16, 8]),
    rect(x, y, 180, 210, { fill: '#2f2a26' }),
    rect(x + 6, y + 6, 168, 198, { fill: '#f4f0e8' }),
    path(hill, { fill: tone(ctx.base, -0.02, 0.7) }),
    ellipse(x + 118, y + 66, 24, 24, { fill: '#e2b07a' }),
  ])
}

function companion(random: Random, artwork: Artwork, shift: number): string {
  const y = artwork.ground.y + shift - 34
  const x = random.chance(0.5) ? 120 : 690
  const leaves = times(9, (i) => {
    const side = i % 2 === 0 ? 1 : -1
    const [lx, ly] = [x + side * 26 + random.int(-6, 6), y - 90 - i * 17]
    return path(
      p`M${x} ${y - 80 - i * 17}Q${lx} ${ly - 26} ${lx + side * 22} ${ly - 8}Q${lx} ${ly + 12} ${x} ${y - 80 - i * 17}z`,
      { fill: tone('#6f8062', random.between(-0.08, 0.08)) },
    )
  })
  return group(
    [
      blurEllipse(x + 8, y + 2, 44, 8, ['#000000', 0.25, 4]),
      line(p`M${x} ${y - 20}Q${x + 6} ${y - 140} ${x - 4} ${y - 240}`, '#66704f', 3),
      ...leaves,
      path(p`M${x - 26} ${y - 78}h52l-7 78h-38z`, { fill: '#dfe9ea', opacity: '0.6' }),
      path(p`M${x - 22} ${y - 44}h44l-4 44h-36z`, { fill: '#b9cfd2', opacity: '0.5' }),
    ],
    { opacity: '0.9' },
  )
}
