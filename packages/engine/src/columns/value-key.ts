/** Decides which values are the same to a shopper: `RED` and `Red`, `Scarf` and `Scarves`, `X-Large` and `XL`. */
import { fold } from '../text/analysis/fold.ts'
import { sizeName, sizePair } from '../text/analysis/size-words.ts'

/** spelling: ignores case, accents, hyphens and spaces. words: also ignores plurals and the spelling of sizes. */
export type Folding = 'exact' | 'spelling' | 'words'

/** Brands are compared by spelling, because the singular of a brand may be another brand. */
export function foldingOf(attribute: string): Folding {
  if (EXACT.has(attribute) || attribute.startsWith('title:')) return 'exact'
  return attribute === 'vendor' ? 'spelling' : 'words'
}

const EXACT = new Set(['publication', 'market', 'catalog', 'collection', 'on_sale', 'option_name'])

/** Values with the same key are the same to a shopper. Only the empty value has an empty key. */
export function valueKey(value: string, folding: Folding): string {
  if (folding === 'exact') return value
  const spelled = fold(value).replace(SEPARATORS, ' ').trim() || value
  if (folding === 'spelling') return spelled
  const size = sizeName(spelled) ?? sizePair(spelled)
  if (size !== undefined) return size
  if (STARTS_WITH_DIGIT.test(spelled)) return joinMeasure(spelled)
  const space = spelled.lastIndexOf(' ') + 1
  return spelled.slice(0, space) + singular(spelled.slice(space))
}

const STARTS_WITH_DIGIT = /^\d/

/** Removes the spaces of a measure: `30 x 32` becomes `30x32`, `47 cm` becomes `47cm`. */
function joinMeasure(text: string): string {
  const joined = text.replace(/(?<=\d) ?[x×] ?(?=\d)/g, 'x').replace(/(?<=\d) (?=[a-z]{1,2}$)/, '')
  const space = joined.lastIndexOf(' ') + 1
  return joined.slice(0, space) + singular(joined.slice(space))
}

/** Matches neither a hyphen between digits (a range) nor a minus sign. */
const SEPARATORS = /(?:[\s_]|-(?!\d)|(?<=[^\d\s])-(?=\d))+/g

/** Returns a singular for comparison only, which need not be a word: "wives" and "wife" both become "wif". */
export function singular(word: string): string {
  if (OWN_WORDS.has(word)) return word
  if (word.length < 4 || !/[a-hj-rtv-z]s$/.test(word)) return bare(word)
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  return bare(word.slice(0, -1))
}

/** Words that share a plural must be equal: "partie" (from "parties") and "party" become "party". */
function bare(word: string): string {
  if (word.endsWith('ie')) return `${word.slice(0, -2)}y`
  if (word.endsWith('fe')) return word.slice(0, -1)
  return word.endsWith('ve') ? `${word.slice(0, -2)}f` : word
}

/** Words whose singular has another meaning. */
const OWN_WORDS = new Set('shorts glasses goods tights briefs flats basics classics news arms'.split(' '))

/** Returns the key by which option names are compared: `Colour`, `COLORS` and `Farbe` are one option, `color`. */
export function optionKey(name: string): string {
  const key = valueKey(name, 'words')
  return MEANINGS.get(key) ?? key
}

/** Names of an option in the supported languages, folded and in the singular. */
const NAMES: Record<string, string> = {
  color: 'colour farbe couleur colore kleur cor farg farge farve vari kolor barva szin renk colori cores farben',
  size: 'grosse groesse taille talla tamano taglia maat storlek storrelse tamanho koko misura pointure rozmiar velikost',
  material: 'matiere materiale materiaal materiau materiaali',
  style: 'stil estilo stile stijl',
}

const MEANINGS = new Map(Object.entries(NAMES).flatMap(([key, names]) => names.split(' ').map((name) => [name, key])))
