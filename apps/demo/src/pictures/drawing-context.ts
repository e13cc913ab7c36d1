import { createRandom, type Random } from '../random.ts'
import type { Frame } from './frame.ts'
import { patternOn } from './pattern.ts'
import { blurLines } from './blur.ts'
import { type Attributes, element, group, line, path } from './svg.ts'
import { tone } from './tone.ts'

export interface Subject {
  kind: string
  form: string
  /** Number of earlier products with the same form, which are shown differently. */
  nthOfForm: number
  color: string
  /** Selects the texture. */
  material: string
  /** Determines the proportions. It does not depend on the color. */
  shapeKey: string
}

/** A drawing of 800 by 800 units. */
export interface Artwork {
  body: string
  /** Determines the shadow and the scene. */
  place: 'floor' | 'table' | 'wall' | 'lying' | 'ceiling'
  /** The point at which the object touches the ground, and half its width there. */
  ground: { x: number; y: number; halfWidth: number }
  /** Highest point of the object. */
  top: number
  /** Center and side of the square that a close-up shows. */
  focus: { x: number; y: number; side: number }
}

export type Draw = (ctx: DrawingContext) => Artwork

interface Layout {
  ground: readonly [x: number, y: number, halfWidth: number]
  top: number
  focus: readonly [x: number, y: number, side: number]
}

export function artwork(place: Artwork['place'], parts: readonly string[], layout: Layout): Artwork {
  const [groundX, groundY, halfWidth] = layout.ground
  const [x, y, side] = layout.focus
  const ground = { x: groundX, y: groundY, halfWidth }
  return { body: parts.join(''), place, ground, top: layout.top, focus: { x, y, side } }
}

export type Stop = readonly [offset: number, color: string, opacity?: number]

export interface DrawingContext {
  subject: Subject
  random: Random
  base: string
  /** Lightens (up to +0.4) or darkens (down to -0.4) the base color. */
  tone(lightness: number, chroma?: number): string
  /** At 0°, the stops run from left to right; at 90°, from top to bottom. */
  linear(angle: number, ...stops: readonly Stop[]): string
  /** Center and radius are shares of the bounding box. By default, the circle fills the box. */
  radial(circle: { cx?: number; cy?: number; r?: number }, ...stops: readonly Stop[]): string
  /** Translucent texture of a material, by default the subject's. */
  texture(material?: string, on?: 'subject' | 'room'): string
  inside(d: string, children: readonly string[]): string
  /** Definitions that the drawing refers to. Textures need the frame, because they are aligned to its pixels. */
  definitions(frame: Frame): string
}

export function createDrawingContext(subject: Subject): DrawingContext {
  const parts = new Map<string, string>()
  const textures = new Map<string, (frame: Frame) => string>()
  const define = (name: string, attributes: Attributes, children: string): string => {
    const key = name + JSON.stringify(attributes) + children
    if (!parts.has(key)) parts.set(key, element(name, { id: `d${parts.size}`, ...attributes }, children))
    return `d${[...parts.keys()].indexOf(key)}`
  }
  const paint = (name: string, attributes: Attributes, children: string): string =>
    `url(#${define(name, attributes, children)})`
  return {
    subject,
    random: createRandom('picture', subject.shapeKey),
    base: subject.color,
    tone: (lightness, chroma) => tone(subject.color, lightness, chroma),
    linear: (angle, ...stops) => paint('linearGradient', direction(angle), listStops(stops)),
    radial: ({ cx = 0.5, cy = 0.5, r = 0.5 }, ...stops) =>
      paint('radialGradient', { cx: String(cx), cy: String(cy), r: String(r) }, listStops(stops)),
    texture: (material = subject.material, on = 'subject') => {
      const id = `${material}-${on}`
      textures.set(id, (frame) => patternOn(on === 'subject' ? frame : { view: frame.view }, id, material))
      return `url(#${id})`
    },
    inside: (d, children) => group(children, { 'clip-path': paint('clipPath', {}, path(d, {})) }),
    definitions: (frame) =>
      element('defs', {}, [...parts.values(), ...[...textures.values()].map((texture) => texture(frame))].join('')),
  }
}

export function upholster(ctx: DrawingContext, d: string, light = 0): string {
  const fill = ctx.linear(75, [0, ctx.tone(light + 0.07)], [0.55, ctx.tone(light)], [1, ctx.tone(light - 0.08)])
  return (
    path(d, { fill }) + path(d, { fill: ctx.texture() }) + line(d, ctx.tone(light - 0.17), 1.6, { opacity: '0.55' })
  )
}

export function roundShade(ctx: DrawingContext, base = ctx.base, gloss = 0.12): string {
  const t = (lightness: number): string => tone(base, lightness)
  return ctx.linear(
    0,
    [0, t(-0.1)],
    [0.12, t(0)],
    [0.3, t(gloss)],
    [0.45, t(0.02)],
    [0.75, t(-0.07)],
    [0.93, t(-0.16)],
    [1, t(-0.11)],
  )
}

export function folds(ctx: DrawingContext, d: string, strokes: readonly string[], width = 14, opacity = 0.35): string {
  return ctx.inside(d, [blurLines(strokes, width, [ctx.tone(-0.2), opacity, width * 0.55])])
}

function direction(angle: number): Attributes {
  const turn = (angle * Math.PI) / 180
  const [x, y] = [Math.cos(turn) / 2, Math.sin(turn) / 2]
  const share = (value: number): string => String(Math.round((0.5 + value) * 1000) / 1000)
  return { x1: share(-x), y1: share(-y), x2: share(x), y2: share(y) }
}

function listStops(stops: readonly Stop[]): string {
  return stops
    .map(([offset, color, opacity]) =>
      element('stop', {
        offset: String(offset),
        'stop-color': color,
        ...(opacity === undefined ? {} : { 'stop-opacity': String(opacity) }),
      }),
    )
    .join('')
}
