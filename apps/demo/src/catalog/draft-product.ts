import { createRandom, type Random } from '../random.ts'
import type { ColorKey } from './colors.ts'
import type { Form, Kind } from './kind.ts'
import { type MaterialKey, MATERIALS } from './materials.ts'

export interface ProductDraft {
  /** Position in the catalog, from which ids are derived. */
  index: number
  kind: Kind
  line: string
  form: Form
  /** Number of earlier products with the same form. */
  nthOfForm: number
  adjective: string
  brand: string
  /** The title names the first material. If there is a second, the shopper can choose. */
  materials: readonly MaterialKey[]
  colors: readonly ColorKey[]
  sizes: readonly { value: string; factor: number }[]
  facts: Readonly<Record<string, string>>
  dimensions: string | undefined
  /** In the shop's currency, before surcharges for size and material and before discounts. */
  basePrice: number
  ageDays: number
  /** Popularity with shoppers, log-normal around 1. Shops do not know it; models must infer it from events. */
  appeal: number
}

export function draftProduct(seed: string, kind: Kind, index: number, line: string, nthOfKind: number): ProductDraft {
  const random = createRandom(seed, 'draft', kind.key, line)
  const form = kind.forms[nthOfKind % kind.forms.length]!
  const materials = chooseMaterials(random, kind, form)
  return {
    index,
    kind,
    line,
    form,
    nthOfForm: Math.floor(nthOfKind / kind.forms.length),
    adjective: chooseAdjective(random, kind, form),
    brand: random.pick(kind.brands),
    materials,
    colors: chooseColors(random, kind, materials),
    sizes: chooseSizes(random, kind),
    facts: Object.fromEntries(
      Object.entries({ ...kind.facts, ...form.facts }).map(([key, values]) => [key, random.pick(values)]),
    ),
    dimensions: kind.dimensions && describeDimensions(random, kind.dimensions),
    basePrice: logUniform(random, kind.price) * (form.factor ?? 1),
    // Each kind begins with two new products.
    ageDays: nthOfKind < 2 ? random.between(1, 13) : 14 + 716 * random.next() ** 1.25,
    appeal: Math.exp(random.normal() * 0.8),
  }
}

function chooseMaterials(random: Random, kind: Kind, form: Form): MaterialKey[] {
  const offered = form.materials ?? kind.materials
  const count = kind.offersMaterials && random.chance(0.35) ? 2 : 1
  return random.sample(offered, count)
}

/** Avoids titles like “striped striped rug”. */
function chooseAdjective(random: Random, kind: Kind, form: Form): string {
  const fitting = kind.adjectives.filter((adjective) => !form.name.en.includes(adjective))
  return random.pick(fitting.length > 0 ? fitting : kind.adjectives)
}

function chooseColors(random: Random, kind: Kind, materials: readonly MaterialKey[]): ColorKey[] {
  const offered = kind.materialColors?.[materials[0]!] ?? kind.colors
  return random.sample(offered, random.int(kind.colorCount[0], kind.colorCount[1]))
}

function chooseSizes(random: Random, kind: Kind): readonly { value: string; factor: number }[] {
  const sizes = kind.sizes
  if (!sizes) return []
  if (!sizes.partial) return sizes.values
  const length = random.int(Math.min(3, sizes.values.length), sizes.values.length)
  const start = random.int(0, sizes.values.length - length)
  return sizes.values.slice(start, start + length)
}

function describeDimensions(random: Random, ranges: NonNullable<Kind['dimensions']>): string {
  const [width, depth, height] = ranges.map(([low, high]) => random.int(low, high))
  return `${width} x ${depth} x ${height} cm`
}

function logUniform(random: Random, [low, high]: readonly [number, number]): number {
  return Math.exp(random.between(Math.log(low), Math.log(high)))
}

export function materialName(key: MaterialKey): string {
  return MATERIALS[key].name.en
}
