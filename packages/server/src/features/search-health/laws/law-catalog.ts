import type { Product } from '../../../ports/record-store/product.ts'
import { plainText } from '../../../ports/search-index/plain-text.ts'
import { type LanguagePhrases, phrasesOf } from './language-phrases.ts'
import { seededRandom, shuffled } from './seeded-random.ts'
import { foldText, wordKey, wordsOf } from './words-of.ts'

type Described = 'title' | 'bodyHtml' | 'vendor' | 'productType' | 'options' | 'tags' | 'collections' | 'metafields'

export interface LawProduct {
  id: number
  product: Pick<Product, Described> & {
    variants: readonly Pick<Product['variants'][number], 'price' | 'sku' | 'barcode'>[]
  }
  title: string
  /** Folded words in order. */
  titleWords: readonly string[]
  /** Folded SKUs and barcodes. */
  codes: readonly string[]
}

export interface LawCatalog {
  language: string
  phrases: LanguagePhrases | undefined
  products: readonly LawProduct[]
  sample: readonly LawProduct[]
  /** Queries for products that the shop does not sell, given by somebody who knows the shop. */
  notSold: readonly string[]
  /** Folded words of all texts. */
  vocabulary: ReadonlySet<string>
  /** Returns the products whose texts contain all of the words, in any form. */
  holding(words: Iterable<string>): readonly LawProduct[]
  /** Looks for the words in titles, types, tags and collections only. */
  named(words: Iterable<string>): readonly LawProduct[]
  byId: ReadonlyMap<number, LawProduct>
  /** Returns the same numbers for the same purpose in every run. */
  random(purpose: number): () => number
}

export interface LawCatalogOptions {
  language: string
  sampleSize: number
  seed?: number
  notSold?: readonly string[]
}

/** Takes visible products one by one, so that the caller can yield to other work. */
export async function lawCatalog(
  visible: Iterable<Product> | AsyncIterable<Product>,
  options: LawCatalogOptions,
): Promise<LawCatalog> {
  const language = options.language.toLowerCase().split('-')[0]!
  const products: LawProduct[] = []
  const vocabulary = new Set<string>()
  const [anywhere, inNames]: [Holders, Holders] = [new Map(), new Map()]
  for await (const product of visible) {
    const one = lawProduct(product, language)
    if (one.titleWords.length === 0) continue
    products.push(one)
    const words = new Set(textsOf(product).flatMap((text) => wordsOf(text, language)))
    for (const word of words) vocabulary.add(word)
    addHolder(anywhere, words, one)
    addHolder(inNames, namesOf(one, product, language), one)
  }
  const random = (purpose: number) => seededRandom((options.seed ?? 1) * 1000 + purpose)
  return {
    language,
    phrases: phrasesOf(language),
    products,
    sample: shuffled(products, random(0)).slice(0, options.sampleSize),
    notSold: options.notSold ?? [],
    vocabulary,
    holding: (words) => holdersOfAll(products, anywhere, words),
    named: (words) => holdersOfAll(products, inNames, words),
    byId: new Map(products.map((one) => [one.id, one])),
    random,
  }
}

function lawProduct(product: Product, language: string): LawProduct {
  const { id, title, bodyHtml, vendor, productType, options, tags, collections, metafields } = product
  const variants = product.variants.map(({ price, sku, barcode }) => ({ price, sku, barcode }))
  return {
    id,
    product: { title, bodyHtml, vendor, productType, options, tags, collections, metafields, variants },
    title: title.trim(),
    titleWords: wordsOf(title, language),
    codes: variants
      .flatMap(({ sku, barcode }) => [sku, barcode])
      .filter(Boolean)
      .map(foldText),
  }
}

export function textsOf(product: LawProduct['product']): string[] {
  const { title, vendor, productType, tags, collections, options, metafields, bodyHtml } = product
  return [
    title,
    vendor,
    productType,
    ...tags,
    ...collections,
    ...options.flatMap(({ values }) => values),
    ...metafields.map(({ value }) => value),
    plainText(bodyHtml),
  ]
}

function namesOf({ titleWords }: LawProduct, { productType, tags, collections }: Product, language: string): string[] {
  return [...titleWords, ...[productType, ...tags, ...collections].flatMap((name) => wordsOf(name, language))]
}

/** By the key of a word, in the order of the catalog. */
type Holders = Map<string, LawProduct[]>

function addHolder(holders: Holders, words: Iterable<string>, product: LawProduct): void {
  for (const key of new Set(Array.from(words, wordKey))) {
    const list = holders.get(key)
    if (list) list.push(product)
    else holders.set(key, [product])
  }
}

function holdersOfAll(products: readonly LawProduct[], holders: Holders, words: Iterable<string>) {
  const [rarest, ...others] = Array.from(words, (word) => holders.get(wordKey(word)) ?? []).sort(
    (a, b) => a.length - b.length,
  )
  if (rarest === undefined) return products
  const sets = others.map((list) => new Set(list))
  return rarest.filter((product) => sets.every((set) => set.has(product)))
}
