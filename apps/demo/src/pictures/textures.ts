import { createRandom, type Random } from '../random.ts'
import { circle, line, p, times } from './svg.ts'

/** A square tile, translucent so that it fits every color. Lengths are in units of the drawing. */
export interface Texture {
  size: number
  children: string
}

const DARK = '#000000'
const LIGHT = '#ffffff'

export function textureOf(material: string): Texture {
  return TEXTURES[material] ?? { size: 8, children: circle(0, 0, 0, {}) }
}

const TEXTURES: Readonly<Record<string, Texture>> = {
  boucle: loops(),
  wool: flecks('wool', 22, 60, 1.1),
  linen: weave(5, 0.07),
  cotton: weave(3.4, 0.045),
  organicCotton: weave(3.4, 0.045),
  canvas: weave(4.4, 0.1),
  jute: weave(9, 0.13),
  denim: twill(4.5, 0.12),
  nylon: weave(7, 0.03),
  velvet: flecks('velvet', 30, 36, 0.7),
  leather: flecks('leather', 40, 46, 1.3),
  suede: flecks('suede', 26, 90, 0.8),
  merino: knit(6, 0.09),
  cashmere: knit(7, 0.08),
  knit: knit(8, 0.12),
  viscose: twill(7, 0.03),
  oak: grain('oak', 0.13),
  walnut: grain('walnut', 0.16),
  marble: veins(),
  stoneware: flecks('stoneware', 90, 34, 1.7),
  terracotta: flecks('terracotta', 60, 40, 1),
  castIron: flecks('cast iron', 24, 60, 0.7),
  steel: brushed(),
  aluminium: brushed(),
  soy: flecks('soy', 50, 12, 0.8),
}

function weave(thread: number, opacity: number): Texture {
  const { size, starts } = threads(thread)
  const middles = starts.map((start) => start + thread / 2)
  const children =
    line(middles.map((y) => p`M0 ${y}H${size}`).join(''), DARK, thread * 0.28, { opacity: String(opacity) }) +
    line(middles.map((x) => p`M${x} 0V${size}`).join(''), LIGHT, thread * 0.28, { opacity: String(opacity) })
  return { size, children }
}

function twill(thread: number, opacity: number): Texture {
  const { size, starts } = threads(thread)
  const slanted = [...starts.map((x) => x - size), ...starts, size].map((x) => p`M${x} ${size}L${x + size} 0`)
  return { size, children: line(slanted.join(''), LIGHT, thread * 0.3, { opacity: String(opacity) }) }
}

function knit(stitch: number, opacity: number): Texture {
  const { size, starts } = threads(stitch)
  const [half, edge] = [stitch / 2, stitch / 10]
  const stitches = starts.flatMap((x) =>
    starts.map((y) => p`M${x + edge} ${y}L${x + half} ${y + stitch * 0.62}L${x + stitch - edge} ${y}`),
  )
  const ribs = starts.map((x) => p`M${x + half} 0V${size}`)
  const children =
    line(stitches.join(''), DARK, stitch * 0.16, { opacity: String(opacity) }) +
    line(ribs.join(''), LIGHT, stitch * 0.1, { opacity: String(opacity) })
  return { size, children }
}

/** Many threads per tile keep their width nearly the same when the tile is rounded to whole pixels. */
function threads(thread: number): { size: number; starts: number[] } {
  const count = Math.ceil(20 / thread)
  return { size: count * thread, starts: times(count, (i) => i * thread) }
}

function flecks(name: string, size: number, count: number, radius: number): Texture {
  const random = createRandom('texture', name)
  return { size, children: scatter(count, () => fleck(random, size, radius)) }
}

function fleck(random: Random, size: number, radius: number): string {
  const [x, y] = [random.between(radius, size - radius), random.between(radius, size - radius)]
  const fill = random.chance(0.55) ? DARK : LIGHT
  return circle(x, y, random.between(0.3, 1) * radius, {
    fill,
    'fill-opacity': String(Math.round(random.between(4, 13)) / 100),
  })
}

function loops(): Texture {
  const random = createRandom('texture', 'boucle')
  const size = 64
  // Loops near an edge are repeated at the opposite edge, so that tiles have no visible seams.
  const around = [-size, 0, size].flatMap((dx) => [-size, 0, size].map((dy) => [dx, dy] as const))
  const loop = (): string => {
    const [x, y, r] = [random.between(0, size), random.between(0, size), random.between(1.8, 3.4)]
    const near = around.filter(
      ([dx, dy]) => Math.abs(x + dx - size / 2) < size / 2 + 5 && Math.abs(y + dy - size / 2) < size / 2 + 5,
    )
    return near
      .map(
        ([dx, dy]) =>
          circle(x + dx, y + dy, r, { fill: LIGHT, 'fill-opacity': '0.055' }) +
          circle(x + dx + 0.9, y + dy + 1.2, r, {
            fill: 'none',
            stroke: DARK,
            'stroke-width': 1,
            'stroke-opacity': '0.075',
          }),
      )
      .join('')
  }
  return { size, children: scatter(170, loop) }
}

function grain(name: string, opacity: number): Texture {
  const random = createRandom('texture', name)
  const size = 120
  const vein = (): string => {
    const y = random.between(2, size - 2)
    const sway = random.between(-5, 5)
    return line(
      p`M0 ${y}C${size * 0.3} ${y + sway} ${size * 0.7} ${y - sway} ${size} ${y}`,
      '#3a2412',
      random.between(0.5, 1.8),
      { opacity: String(opacity) },
    )
  }
  return { size, children: scatter(30, vein) }
}

function veins(): Texture {
  const random = createRandom('texture', 'marble')
  const size = 260
  const vein = (): string => {
    const [x, y] = [random.between(0, size), random.between(0, size)]
    const d = p`M${x} ${y}q${random.between(10, 40)} ${random.between(-30, 30)} ${random.between(40, 90)} ${random.between(-20, 50)}t${random.between(20, 60)} ${random.between(-10, 40)}`
    return line(d, '#6d7076', random.between(0.5, 2.2), { opacity: '0.28' })
  }
  return { size, children: scatter(14, vein) }
}

function brushed(): Texture {
  const random = createRandom('texture', 'brushed')
  const size = 60
  const scratch = (): string =>
    line(p`M0 ${random.between(0, size)}h${size}`, random.chance(0.5) ? LIGHT : DARK, 0.6, { opacity: '0.05' })
  return { size, children: scatter(34, scratch) }
}

function scatter(count: number, one: () => string): string {
  return Array.from({ length: count }, one).join('')
}
