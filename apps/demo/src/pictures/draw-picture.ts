import { createRandom } from '../random.ts'
import { DRAWINGS } from './drawings/drawings.ts'
import { type Artwork, createDrawingContext, type DrawingContext, type Subject } from './drawing-context.ts'
import type { PictureView } from './picture-path.ts'
import { castShadow } from './cast-shadow.ts'
import { type DrawnPicture, type Frame, type Placement, transformOf } from './frame.ts'
import { drawScene } from './scene.ts'
import { element, group, rect } from './svg.ts'
import { lightnessOf, tone } from './tone.ts'

export interface PictureSpec extends Subject {
  view: PictureView
  width: number
  height: number
}

/** Products of the same form have different backdrops, because they may otherwise look alike. */
const BACKDROPS = ['#efe9e0', '#e4ebe4', '#f1e2dc', '#e1e9f0', '#f3edd3', '#e5dfec']
/** Once all backdrops are used, the next products of the form are drawn smaller by this factor. */
const FARTHER = 0.93
/** Each further close-up of a form shows a part that is smaller by this factor. */
const NEARER = 0.96

/** The same spec always gives the same SVG. */
export function drawPicture(spec: PictureSpec, width = spec.width): string {
  const ctx = createDrawingContext(spec)
  const artwork = DRAWINGS[spec.kind]!(ctx)
  const { drawn, placement } =
    spec.view === 'scene' ? drawScene(ctx, artwork, spec.height) : drawStudio(ctx, artwork, spec)
  const view = viewOf(spec, artwork)
  const viewBox = `${view.left} ${view.top} ${view.side} ${spec.view === 'detail' ? view.side : spec.height}`
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height: (spec.height * width) / spec.width, viewBox },
    ctx.definitions({ view, placement }) + drawn,
  )
}

function drawStudio(ctx: DrawingContext, artwork: Artwork, { view, height }: PictureSpec): DrawnPicture {
  const backdrop = backdropFor(ctx)
  const placement = view === 'detail' ? { x: 0, y: 0, turn: 0, scale: 1 } : fitToFrame(ctx, artwork, height)
  const groundY = placement.y + placement.scale * artwork.ground.y
  const wall = ctx.radial(
    { cx: 0.5, cy: 0.42, r: 0.75 },
    [0, tone(backdrop, 0.05)],
    [0.7, backdrop],
    [1, tone(backdrop, -0.05)],
  )
  const floor = ctx.linear(
    90,
    [0, tone(backdrop, -0.035), 0],
    [0.25, tone(backdrop, -0.03)],
    [1, tone(backdrop, 0.015)],
  )
  const stands = artwork.place === 'floor' || artwork.place === 'table'
  const drawn = [
    rect(0, 0, 800, height, { fill: wall }),
    stands ? rect(0, groundY - 70, 800, height - groundY + 70, { fill: floor }) : '',
    group([castShadow(ctx, artwork), artwork.body], { transform: transformOf(placement) }),
  ]
  return { drawn: drawn.join(''), placement }
}

/** Scales the object to a similar share of the frame, whatever its size. */
function fitToFrame(ctx: DrawingContext, artwork: Artwork, height: number): Placement {
  const { y, halfWidth } = artwork.ground
  const size = FARTHER ** Math.floor(ctx.subject.nthOfForm / BACKDROPS.length)
  // A hanging lamp is attached to the upper edge.
  if (artwork.place === 'ceiling') return { x: round(400 - 400 * size), y: 0, turn: 0, scale: round(size) }
  const tall = y - artwork.top
  const scale = size * Math.min(1.5, (height * 0.76) / tall, 640 / (2 * halfWidth))
  const groundY =
    height / 2 + (tall * scale) / 2 + (artwork.place === 'floor' || artwork.place === 'table' ? height * 0.02 : 0)
  return { x: round(400 - 400 * scale), y: round(groundY - y * scale), turn: 0, scale: round(scale) }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** Pale objects have a darker backdrop, so that they stand out. */
function backdropFor(ctx: DrawingContext): string {
  const { kind, form, nthOfForm } = ctx.subject
  const first = createRandom('backdrop', kind, form).int(0, BACKDROPS.length - 1)
  const chosen = BACKDROPS[(first + nthOfForm) % BACKDROPS.length]!
  const lightness = lightnessOf(ctx.base)
  if (lightness > 0.9) return tone(chosen, -0.13)
  return lightness > 0.8 ? tone(chosen, -0.07) : chosen
}

function viewOf(spec: PictureSpec, artwork: Artwork): Frame['view'] {
  if (spec.view !== 'detail') return { left: 0, top: 0, side: 800 }
  // A close-up shows a part of the drawing, not of the frame.
  const { x, y } = artwork.focus
  const side = round(artwork.focus.side * NEARER ** spec.nthOfForm)
  const left = Math.min(800 - side, Math.max(0, x - side / 2))
  const top = Math.min(800 - side, Math.max(0, y - side / 2))
  return { left: round(left), top: round(top), side }
}
