/** Knows what can be said only of a shop as a whole: which names its products share, and whether it states for whom they are. */
import { analyzerFor, COLLECTIVE_WORDS_OF, fold, statedKindOf } from '@vitrine/engine'
import type { CatalogEntry } from './catalog-entries.ts'
import { shadesOf } from './product-group.ts'
import { isForChildren, thingIn, wearerOf } from './product-kind.ts'
import type { ShopCatalog } from './shop-catalog.ts'

const MAX_PRODUCTS = 10_000
/** A shop usually states something if at least this share of its products states it. */
const USUALLY_STATED = 0.25
/** A noun or kind counts only if at least this many products share it. */
const MIN_NAMESAKES = 3
/** A subject needs only a few products: a club may have two jerseys. */
const MIN_OF_SUBJECT = 2
/** A title word tells what a product is about if at most this share of products has it. */
const TELLING = 1 / 8

interface Census {
  readonly statesWearers: boolean
  /** True if so many products state that they are for children that the others need not be for adults. */
  readonly isForChildren: boolean
  /** The precious metal of more than two thirds of the products that state one, assumed for the rest; undefined if few state one. */
  readonly usualTone: CatalogEntry['tone']
  /** True if the noun names a kind of the shop: "dress" in a shop with women's dresses. */
  isThing(noun: string): boolean
  /**
   * True if several products share its kind and noun, and most products with the noun are of that kind: "backpack"
   * among bags, not "circle".
   */
  isKindByNoun(entry: CatalogEntry): boolean
  /** Finds what the product is about in a title, if most of the shop is of one kind: the club of a jersey. */
  subjectOf(entry: CatalogEntry): RegExp | undefined
}

export function censusOf(catalog: ShopCatalog): Census {
  return catalog.keep('census', () => {
    const entries = sampleOf(catalog)
    const nouns = countOf(entries.map(({ noun }) => noun))
    const names = countOf(entries.map(nameOf))
    const isNamed = (named = 0, all = 0) => named >= MIN_NAMESAKES && named * 2 > all
    const kinds = countOf(entries.map(({ kind }) => kind))
    const stated = new Set(entries.flatMap(({ product }) => statedKindOf(product) || []))
    const things = new Set([...stated].filter((kind) => (kinds.get(kind) ?? 0) >= MIN_NAMESAKES).map(thingIn))
    const isOfOneKind = Math.max(0, ...kinds.values()) * 2 > entries.length
    const words = isOfOneKind ? countOf(entries.flatMap((entry) => wordsOf(catalog, entry))) : countOf([])
    const isTelling = (found = 0) => found >= MIN_OF_SUBJECT && found <= entries.length * TELLING
    return {
      isForChildren: entries.filter((entry) => entry.isForChildren).length >= entries.length * USUALLY_STATED,
      usualTone: usualOf(entries.map(({ tone }) => tone)),
      isThing: (noun) => things.has(noun),
      statesWearers: entries.filter(({ wearer }) => wearer).length >= entries.length * USUALLY_STATED,
      isKindByNoun: (entry) => entry.noun !== '' && isNamed(names.get(nameOf(entry)), nouns.get(entry.noun)),
      subjectOf(entry) {
        const telling = isOfOneKind
          ? wordsOf(catalog, entry).filter((word) => isTelling(words.get(word)) && !saysForWhom(word))
          : []
        // A word of the title that is also in a tag comes first: "Pre order" may begin a title, but is no tag.
        const tags = fold(entry.product.tags.join(' '))
        const subject = telling.find((word) => tags.includes(word)) ?? telling[0]
        return subject === undefined ? undefined : new RegExp(`(?<!\\p{L})${subject}(?!\\p{L})`, 'u')
      },
    }
  })
}

/** A club's jersey for kids is about the club. */
function saysForWhom(word: string): boolean {
  const named = { title: word, productType: '', tags: [] }
  return isForChildren(named) || wearerOf(named) !== undefined
}

/** The value that more than two thirds of those that state one have, if enough of them state one at all. */
function usualOf<T>(values: readonly T[]): T | undefined {
  const stated = values.filter((value) => value !== undefined)
  const usual = [...new Set(stated)].find(
    (one) => stated.filter((value) => value === one).length * 3 > stated.length * 2,
  )
  return stated.length >= values.length * USUALLY_STATED ? usual : undefined
}

function nameOf({ kind, noun }: CatalogEntry): string {
  return `${kind}\0${noun}`
}

/**
 * Returns what a product says besides the noun of its title: "plate" names the plates of walls and those of tables, so products
 * whose type says nothing must share something else.
 */
export function specificsOf(catalog: ShopCatalog, entry: CatalogEntry): Set<string> {
  const { product, noun, collections } = entry
  const isVendor = (word: string) => fold(product.vendor).includes(word)
  const words = wordsOf(catalog, entry).filter((word) => !word.startsWith(noun) && !isVendor(word))
  return new Set([...words, ...product.tags.map((tag) => `tagged ${tag}`), ...collections.map((one) => `in ${one}`)])
}

/** The words of a title without colors, sizes and numbers. */
function wordsOf({ locale }: ShopCatalog, { product: { title } }: CatalogEntry): string[] {
  const { isStopWord, language } = analyzerFor(locale)
  const collective = COLLECTIVE_WORDS_OF(language)
  const shades = new Set(shadesOf(title, locale))
  const words: string[] = fold(title).match(/\p{L}{3,}/gu) ?? []
  return [...new Set(words)].filter((word) => !shades.has(word) && !isStopWord(word) && !collective.has(word))
}

/** Products evenly spread over the catalog, at most `MAX_PRODUCTS`, without free ones and services. */
export function sampleOf(catalog: ShopCatalog): CatalogEntry[] {
  const all = [...catalog.entries.values()].filter((entry) => entry.kind !== '' && !catalog.isIncidental(entry))
  const stride = Math.max(1, Math.ceil(all.length / MAX_PRODUCTS))
  return all.filter((_, i) => i % stride === 0)
}

export function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
