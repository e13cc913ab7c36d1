/** Counts which names and facts the products of a shop have in common. */
import { analyzerFor, categoryOf, COLLECTIVE_WORDS_OF, fold, statedKindOf } from '@vitrine/engine'
import type { CatalogEntry } from './catalog-entries.ts'
import { shadesOf } from './product-group.ts'
import { isForChildren, thingIn, wearerOf } from './product-kind.ts'
import type { ShopCatalog } from './shop-catalog.ts'

const MAX_PRODUCTS = 10_000
/** Minimum share of products that state a fact for the shop to usually state it. */
const USUALLY_STATED = 0.25
/** Minimum number of products that share a noun or kind. */
const MIN_NAMESAKES = 3
/** A subject (see `subjectOf`) may have few products: a club may have two jerseys. */
const MIN_OF_SUBJECT = 2
/** A word in the titles of a larger share of products does not distinguish them. */
const TELLING = 1 / 8

/** The first two steps of the taxonomy name an area (Baby & Toddler > Nursing & Feeding), later ones things in it. */
export const AREA_STEPS = 2

interface CatalogStatistics {
  readonly statesWearers: boolean
  /** True if so many products are for children that unmarked ones may be, too. */
  readonly isForChildren: boolean
  /** The metal of most products that state one; undefined if few do. */
  readonly usualMetal: CatalogEntry['metal']
  /** Returns the taxonomy area of most products of a kind; '' if there is none. */
  areaOf(kind: string): string
  /** True if a kind of the shop ends in this noun, such as "dress" in "women's dresses". */
  isNounOfKind(noun: string): boolean
  /** True for "backpack" among bags, but not for "circle", which occurs in many kinds. */
  isKindByNoun(entry: CatalogEntry): boolean
  /** Returns title words such as the club of a jersey, if the shop mostly sells one kind; otherwise none. */
  subjectOf(entry: CatalogEntry): readonly string[]
}

export function catalogStatistics(catalog: ShopCatalog): CatalogStatistics {
  return catalog.keep('statistics', () => {
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
    const tellingOf = (entry: CatalogEntry) => {
      if (!isOfOneKind) return []
      const telling = wordsOf(catalog, entry).filter((word) => isTelling(words.get(word)) && !saysForWhom(word))
      // Prefers words that are also tags: "Pre order" may begin a title, but is no tag.
      const tags = fold(entry.product.tags.join(' '))
      const tagged = telling.filter((word) => tags.includes(word))
      return tagged.length > 0 ? tagged : telling
    }
    // The subject is all such words of a title, if several titles have exactly these. "Retro" only occurs together with
    // a club.
    const subjectCounts = countOf(entries.map((entry) => tellingOf(entry).join(' ')))
    const subjects = [...subjectCounts].flatMap(([name, count]) =>
      name !== '' && count >= MIN_OF_SUBJECT ? [name.split(' ')] : [],
    )
    const areas = new Map(
      Array.from(
        Map.groupBy(entries, ({ kind }) => kind),
        ([kind, same]) => [kind, usualCategory(same).slice(0, AREA_STEPS).join(' > ')],
      ),
    )
    return {
      areaOf: (kind) => areas.get(kind) ?? '',
      isForChildren: entries.filter((entry) => entry.isForChildren).length >= entries.length * USUALLY_STATED,
      usualMetal: usualOf(entries.map(({ metal }) => metal)),
      isNounOfKind: (noun) => things.has(noun),
      statesWearers: entries.filter(({ wearer }) => wearer).length >= entries.length * USUALLY_STATED,
      isKindByNoun: (entry) => entry.noun !== '' && isNamed(names.get(nameOf(entry)), nouns.get(entry.noun)),
      subjectOf(entry) {
        const about = tellingOf(entry)
        const named = subjects.filter((words) => words.every((word) => about.includes(word)))
        return named.sort((one, other) => other.length - one.length)[0] ?? about.slice(0, 1)
      },
    }
  })
}

/** Returns the most frequent category, because some products are filed wrongly. */
export function usualCategory(entries: readonly CatalogEntry[]): string[] {
  const filed = Map.groupBy(
    entries.map(({ product }) => categoryOf(product)).filter(({ length }) => length > 0),
    (category) => category.join(),
  )
  return [...filed.values()].sort((a, b) => b.length - a.length)[0]?.[0] ?? []
}

/** The wearer is not part of the subject: a club's jersey for kids is about the club. */
function saysForWhom(word: string): boolean {
  const named = { title: word, productType: '', tags: [] }
  return isForChildren(named) || wearerOf(named) !== undefined
}

/** Returns the value of more than half of the products that state one; undefined if too few state one. */
function usualOf<T>(values: readonly T[]): T | undefined {
  const stated = values.filter((value) => value !== undefined)
  const usual = [...new Set(stated)].find((one) => stated.filter((value) => value === one).length * 2 > stated.length)
  return stated.length >= values.length * USUALLY_STATED ? usual : undefined
}

function nameOf({ kind, noun }: CatalogEntry): string {
  return `${kind}\0${noun}`
}

/** Returns what distinguishes products with the same noun, such as a plate on a wall from a plate on a table. */
export function distinguishingFeatures(catalog: ShopCatalog, entry: CatalogEntry): Set<string> {
  const { product, noun, collections } = entry
  const isVendor = (word: string) => fold(product.vendor).includes(word)
  const words = wordsOf(catalog, entry).filter((word) => !word.startsWith(noun) && !isVendor(word))
  return new Set([...words, ...product.tags.map((tag) => `tagged ${tag}`), ...collections.map((one) => `in ${one}`)])
}

/** Leaves out colors, sizes, numbers and stop words. */
function wordsOf({ locale }: ShopCatalog, { product: { title } }: CatalogEntry): string[] {
  const { isStopWord, language } = analyzerFor(locale)
  const collective = COLLECTIVE_WORDS_OF(language)
  const shades = new Set(shadesOf(title, locale))
  const words: string[] = fold(title).match(/\p{L}{3,}/gu) ?? []
  return [...new Set(words)].filter((word) => !shades.has(word) && !isStopWord(word) && !collective.has(word))
}

/** Returns at most `MAX_PRODUCTS` products from all over the catalog, without free gifts and services. */
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
