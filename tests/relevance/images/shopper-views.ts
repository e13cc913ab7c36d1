/** Changes catalog pictures to look like those of shoppers. A seed determines every view. */
import sharp, { type Sharp } from 'sharp'
import { cutOut } from './cut-out.ts'
import { room, screenshotFrame, texture } from './drawn-scenes.ts'
import type { Seeded } from './seeded.ts'

export type ShopperView = (file: Uint8Array, random: Seeded) => Promise<Buffer>

const WHITE = { r: 255, g: 255, b: 255 }
const jpeg = (picture: Sharp, quality = 85) => picture.jpeg({ quality }).toBuffer()

export const SHOPPER_VIEWS: Readonly<Record<string, ShopperView>> = {
  clean: async (file) => Buffer.from(file),
  'white margins': (file, random) => placed(file, random, { background: WHITE, share: random.between(0.25, 0.4) }),
  'colored margins': (file, random) => placed(file, random, { background: color(random), share: 0.4 }),
  screenshot,
  'plain background': (file, random) => onScene(file, random, (side) => filled(side, color(random))),
  'textured background': (file, random) => onScene(file, random, (side) => texture(side, random)),
  'room background': (file, random) => onScene(file, random, (side) => room(side, random)),
  rotated: (file, random) => jpeg(sharp(file).rotate(random.sign() * random.between(8, 20), { background: WHITE })),
  dark: (file, random) => {
    const light = random.between(0.35, 0.5)
    return jpeg(sharp(file).linear([light, light * 0.93, light * 0.8], [4, 3, 2]))
  },
  'cropped to 60 %': (file, random) => cropped(file, random, 0.6),
  'cropped to 85 %': (file, random) => cropped(file, random, 0.85),
  'JPEG quality 15': (file) => jpeg(sharp(file), 15),
  'half the size': async (file) => jpeg(await resized(file, 0.5), 60),
  'four times the size': async (file) => jpeg(await resized(file, 4)),
}

/** Views that must find their own product first. */
export const NEAR_IDENTICAL: ReadonlySet<string> = new Set([
  'clean',
  'white margins',
  'colored margins',
  'screenshot',
  'cropped to 85 %',
  'JPEG quality 15',
  'half the size',
  'four times the size',
])

type Rgb = { r: number; g: number; b: number }

function color(random: Seeded): Rgb {
  return { r: random.byte(), g: random.byte(), b: random.byte() }
}

function filled(side: number, background: Rgb): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()
}

async function resized(file: Uint8Array, factor: number): Promise<Sharp> {
  const { width } = await sharp(file).metadata()
  return sharp(file).resize(Math.max(100, Math.round(factor * width)))
}

const CANVAS = 640

interface Placing {
  background: Rgb
  /** Share of the canvas for the picture's longer side. */
  share: number
}

async function placed(file: Uint8Array, random: Seeded, { background, share }: Placing): Promise<Buffer> {
  const side = Math.round(CANVAS * share)
  const { data, info } = await sharp(file)
    .resize(side, side, { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const [left, top] = [random.below(CANVAS - info.width), random.below(CANVAS - info.height)]
  const canvas = sharp({ create: { width: CANVAS, height: CANVAS, channels: 3, background } })
  return jpeg(canvas.composite([{ input: data, left, top }]))
}

async function screenshot(file: Uint8Array, random: Seeded): Promise<Buffer> {
  const { frame, width, height, box } = screenshotFrame(random)
  const picture = await sharp(file)
    .resize(box.width, box.height, { fit: 'contain', background: WHITE })
    .png()
    .toBuffer()
  const canvas = sharp(frame).resize(width, height)
  return jpeg(sharp(await canvas.png().toBuffer()).composite([{ input: picture, left: box.left, top: box.top }]), 80)
}

async function onScene(file: Uint8Array, random: Seeded, draw: (side: number) => Promise<Buffer>): Promise<Buffer> {
  const scene = await draw(CANVAS)
  const thing = await cutOut(file)
  const side = Math.round(CANVAS * random.between(0.5, 0.8))
  const { data, info } = await sharp(thing)
    .resize(side, side, { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const left = random.below(CANVAS - info.width)
  const top = random.below(CANVAS - info.height)
  return jpeg(sharp(scene).composite([{ input: data, left, top }]))
}

/** Cuts out a centered window with this share of each side. */
async function cropped(file: Uint8Array, random: Seeded, share: number): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata()
  const size = {
    width: Math.max(100, Math.round(width * share)),
    height: Math.max(100, Math.round(height * share)),
  }
  const left = Math.round((width - size.width) * random.between(0.3, 0.7))
  const top = Math.round((height - size.height) * random.between(0.3, 0.7))
  return jpeg(sharp(file).extract({ left, top, ...size }))
}
