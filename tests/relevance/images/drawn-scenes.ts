/** Draws scenes with products, and pictures without any product. */
import sharp from 'sharp'
import type { Seeded } from './seeded.ts'

const hex = (random: Seeded, low = 0, high = 255) => {
  const channel = () => Math.round(random.between(low, high)).toString(16).padStart(2, '0')
  return `#${channel()}${channel()}${channel()}`
}

function drawn(width: number, height: number, body: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

export async function texture(side: number, random: Seeded): Promise<Buffer> {
  const [one, other] = [hex(random, 60, 220), hex(random, 60, 220)]
  const step = Math.round(random.between(8, 60))
  const lines = [
    `<rect width="${step}" height="${2 * step}" fill="${one}"/><rect x="${step}" width="${step / 3}" height="${2 * step}" fill="${other}"/>`,
    `<rect width="${step}" height="${step}" fill="${one}"/><rect x="${step}" y="${step}" width="${step}" height="${step}" fill="${one}"/>`,
    `<circle cx="${step}" cy="${step}" r="${step / 2}" fill="${one}"/><circle cx="0" cy="0" r="${step / 3}" fill="${hex(random)}"/>`,
  ][random.below(3)]!
  const turn = random.below(90)
  const pattern = `<defs><pattern id="p" width="${2 * step}" height="${2 * step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${lines}</pattern></defs>`
  const ground = await drawn(
    side,
    side,
    `${pattern}<rect width="${side}" height="${side}" fill="${other}"/><rect width="${side}" height="${side}" fill="url(#p)"/>`,
  )
  const grain = await pixelNoise(side, random, random.between(1.5, 6), 40)
  return sharp(ground)
    .blur(1.5)
    .composite([{ input: grain, blend: 'soft-light' }])
    .png()
    .toBuffer()
}

export async function room(side: number, random: Seeded): Promise<Buffer> {
  const floor = side * random.between(0.6, 0.85)
  const things = Array.from({ length: 3 + random.below(4) }, () => {
    const [width, height] = [side * random.between(0.08, 0.4), side * random.between(0.08, 0.45)]
    const left = random.between(-0.1, 0.95) * side
    const top = random.next() < 0.7 ? floor - height * random.between(0.6, 1) : random.between(0, 0.4) * side
    return `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${random.between(0, 30)}" fill="${hex(random, 30, 230)}"/>`
  })
  const light = `<defs><linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient></defs>`
  const walls = `<rect width="${side}" height="${side}" fill="${hex(random, 140, 240)}"/><rect y="${floor}" width="${side}" height="${side}" fill="${hex(random, 60, 190)}"/>`
  const shade = `<rect width="${side}" height="${side}" fill="url(#l)"/>`
  const scene = await drawn(side, side, light + walls + things.join('') + shade)
  const grain = await pixelNoise(side, random, 1, 25)
  return sharp(scene)
    .blur(random.between(0.6, 3))
    .composite([{ input: grain, blend: 'soft-light' }])
    .png()
    .toBuffer()
}

/** A shop's page on a phone, with other products cut off below. */
export function screenshotFrame(random: Seeded) {
  const [width, height] = [540, 1080 + random.below(120)]
  const dark = random.next() < 0.3
  const [paper, ink] = dark ? ['#18191c', '#e8e8e8'] : ['#ffffff', '#202124']
  const box = { left: random.below(40), top: 130 + random.below(60), width: 0, height: 0 }
  box.width = width - 2 * box.left
  box.height = Math.round(box.width * random.between(0.8, 1.15))
  const below = box.top + box.height
  const body = [
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<rect width="${width}" height="100" fill="${dark ? '#24262a' : '#f4f4f6'}"/>`,
    words(random, { x: 20, y: 14, size: 14, letters: 6, ink }),
    words(random, { x: width - 120, y: 14, size: 14, letters: 7, ink }),
    words(random, { x: 90, y: 52, size: 24, letters: 14, ink }),
    `<circle cx="40" cy="66" r="14" fill="${ink}"/>`,
    words(random, { x: 24, y: below + 24, size: 26, letters: 20, ink }),
    words(random, { x: 24, y: below + 66, size: 20, letters: 28, ink }),
    words(random, { x: 24, y: below + 100, size: 24, letters: 6, ink: '#c0392b' }),
    `<rect x="24" y="${below + 150}" width="${width - 48}" height="64" rx="32" fill="${hex(random, 20, 200)}"/>`,
    words(random, { x: 190, y: below + 170, size: 24, letters: 12, ink: '#fff' }),
    `<rect x="24" y="${below + 250}" width="230" height="300" fill="${hex(random, 180, 240)}"/>`,
    `<rect x="280" y="${below + 250}" width="230" height="300" fill="${hex(random, 180, 240)}"/>`,
  ].join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`
  return { frame: Buffer.from(svg), width, height, box }
}

interface Line {
  x: number
  y: number
  size: number
  letters: number
  ink: string
}

/** Strokes that resemble letters: they need no font, so every machine draws the same picture. */
function words(random: Seeded, { x, y, size, letters, ink }: Line): string {
  return Array.from({ length: letters }, (_, i) => {
    if (random.next() < 0.15) return ''
    const left = x + i * size * 0.6
    const up = random.next() < 0.6
    const stem = `<rect x="${left}" y="${y}" width="${size * 0.12}" height="${size}" fill="${ink}"/>`
    const bar = `<rect x="${left}" y="${y + (up ? 0 : size * 0.5)}" width="${size * 0.45}" height="${size * 0.12}" fill="${ink}"/>`
    const bow = `<rect x="${left + size * 0.36}" y="${y + size * 0.3}" width="${size * 0.12}" height="${size * 0.7}" fill="${ink}"/>`
    return stem + bar + bow
  }).join('')
}

/** Gaussian noise; `sigma` is in gray levels. */
function pixelNoise(side: number, random: Seeded, grain: number, sigma: number): Promise<Buffer> {
  const small = Math.round(side / grain)
  const data = Buffer.alloc(3 * small * small)
  for (let i = 0; i < data.length; i += 3) {
    const level = 128 + sigma * (random.next() + random.next() + random.next() - 1.5) * 2
    data.fill(Math.max(0, Math.min(255, Math.round(level))), i, i + 3)
  }
  return sharp(data, { raw: { width: small, height: small, channels: 3 } })
    .resize(side, side)
    .png()
    .toBuffer()
}

export const NO_PRODUCT: Readonly<Record<string, (random: Seeded) => Promise<Buffer>>> = {
  noise: (random) => colorNoise(random, 1),
  'coarse noise': (random) => colorNoise(random, random.between(4, 24)),
  fog: (random) => colorNoise(random, random.between(80, 200)),
  'one color': (random) => drawn(400, 400, `<rect width="400" height="400" fill="${hex(random)}"/>`),
  texture: (random) => texture(400, random),
  'page of words': (random) => {
    const lines = Array.from({ length: 14 }, (_, i) =>
      words(random, { x: 20, y: 30 + 40 * i, size: 20, letters: 30, ink: '#222' }),
    )
    return drawn(400, 600, `<rect width="400" height="600" fill="#fff"/>${lines.join('')}`)
  },
}

function colorNoise(random: Seeded, grain: number): Promise<Buffer> {
  const side = 400
  const small = Math.max(2, Math.round(side / grain))
  const data = Buffer.from(Array.from({ length: 3 * small * small }, () => random.byte()))
  return sharp(data, { raw: { width: small, height: small, channels: 3 } })
    .resize(side, side)
    .png()
    .toBuffer()
}
