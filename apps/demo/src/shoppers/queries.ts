import { MATERIALS } from '../catalog/materials.ts'
import type { Random } from '../random.ts'
import type { AssortmentItem } from './assortment.ts'
import type { Taste } from './taste.ts'

export interface TypedQuery {
  /** May contain a typo. */
  text: string
  color: string | undefined
}

const SLIP_SHARE = 0.06

export function typeQuery(random: Random, wanted: AssortmentItem, taste: Taste): TypedQuery {
  const { draft } = wanted.item
  const noun = random.pick(draft.kind.searchNouns)
  const liked = wanted.facts.colors.filter((name) => taste.colors.includes(name))
  const color = random.pick(liked.length > 0 ? liked : wanted.facts.colors)
  const material = MATERIALS[draft.materials[0]!].name.en
  const [text, named] = random.weighted(
    [
      [noun, undefined, 46],
      [`${color} ${noun}`, color, 26],
      [`${material} ${noun}`, undefined, 12],
      [`${draft.brand} ${noun}`, undefined, 6],
      [draft.brand, undefined, 4],
      ['gift ideas', undefined, 3],
      [`${noun} sale`, undefined, 3],
    ] as const,
    ([, , share]) => share,
  )
  const typed = text.toLowerCase()
  return { text: random.chance(SLIP_SHARE) ? slip(random, typed) : typed, color: named }
}

export function plainQuery({ item }: AssortmentItem): TypedQuery {
  return { text: item.draft.kind.searchNouns[0]!.toLowerCase(), color: undefined }
}

/** Makes a typo: drops, doubles or swaps a letter other than the first. */
function slip(random: Random, text: string): string {
  const at = random.int(1, Math.max(1, text.length - 2))
  return random.pick([
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + text.charAt(at) + text.slice(at),
    () => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  ])()
}
