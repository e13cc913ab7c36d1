/** The catalog as the laws use it: every product's words, and which products share them. */
import type { Product } from '../../../ports/record-store/product.ts'
import { plainText } from '../../../ports/search-index/plain-text.ts'
import { type LanguagePhrases, phrasesOf } from './language-phrases.ts'
import { seededRandom, shuffled } from './seeded-random.ts'
import { foldText, wordKey, wordsOf } from './words-of.ts'

export interface LawProduct {
  id: number
  product: Product
  title: string
  /** The words of the title in order, folded. */
  titleWords: readonly string[]
  description: readonly string[]
  /** SKUs and barcodes, folded. */
  codes: readonly string[]
  /** Keys of all words in the product's texts. */
  keys: ReadonlySet<string>
}

export interface LawCatalog {
  language: string
  phrases: LanguagePhrases | undefined
  products: readonly LawProduct[]
  sample: readonly LawProduct[]
  /** Queries for things that the shop does not sell, listed by somebody who knows it. */
  notSold: readonly string[]
  /** All words in the shop's texts, folded. */
  vocabulary: ReadonlySet<string>
  /** Products whose texts contain all of these words, in any form. */
  holding(words: Iterable<string>): readonly LawProduct[]
  /** Products whose titles, types, tags or collections contain all of these words. */
  named(words: Iterable<string>): readonly LawProduct[]
  byId: ReadonlyMap<number, LawProduct>
  /** Returns the same numbers for the same purpose in every run. */
  random(purpose: number): () => number
}

export interface LawCatalogOptions {
  /** BCP 47 tag. */
  language: string
  sampleSize: number
  seed?: number
  notSold?: readonly string[]
}

/** Prepares a catalog for the laws. `visible` are the products that a shopper can find. */
export function lawCatalog(visible: readonly Product[], options: LawCatalogOptions): LawCatalog {
  const language = options.language.toLowerCase().split('-')[0]!
  const products = visible.map((product) => lawProduct(product, language)).filter(({ titleWords }) => titleWords.length)
  const random = (purpose: number) => seededRandom((options.seed ?? 1) * 1000 + purpose)
  const anywhere = holdersOf(products, ({ keys }) => keys)
  const inNames = holdersOf(products, (one) => nameKeys(one, language))
  return {
    language,
    phrases: phrasesOf(language),
    products,
    sample: shuffled(products, random(0)).slice(0, options.sampleSize),
    notSold: options.notSold ?? [],
    vocabulary: new Set(products.flatMap(({ product }) => textsOf(product).flatMap((text) => wordsOf(text, language)))),
    holding: (words) => holdersOfAll(products, anywhere, words),
    named: (words) => holdersOfAll(products, inNames, words),
    byId: new Map(products.map((one) => [one.id, one])),
    random,
  }
}

function lawProduct(product: Product, language: string): LawProduct {
  return {
    id: product.id,
    product,
    title: product.title.trim(),
    titleWords: wordsOf(product.title, language),
    description: wordsOf(plainText(product.bodyHtml), language),
    codes: product.variants
      .flatMap(({ sku, barcode }) => [sku, barcode])
      .filter(Boolean)
      .map(foldText),
    keys: new Set(
      textsOf(product)
        .flatMap((text) => wordsOf(text, language))
        .map(wordKey),
    ),
  }
}

function textsOf(product: Product): string[] {
  const { title, vendor, productType, tags, options, metafields, collections, bodyHtml } = product
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

function nameKeys({ product, titleWords }: LawProduct, language: string): Set<string> {
  const names = [product.productType, ...product.tags, ...product.collections]
  return new Set([...titleWords, ...names.flatMap((name) => wordsOf(name, language))].map(wordKey))
}

type Holders = ReadonlyMap<string, readonly LawProduct[]>

function holdersOf(products: readonly LawProduct[], keysOf: (product: LawProduct) => Iterable<string>): Holders {
  const holders = new Map<string, LawProduct[]>()
  for (const product of products) {
    for (const key of keysOf(product)) {
      const list = holders.get(key)
      if (list) list.push(product)
      else holders.set(key, [product])
    }
  }
  return holders
}

function holdersOfAll(products: readonly LawProduct[], holders: Holders, words: Iterable<string>) {
  const lists = [...words].map((word) => new Set(holders.get(wordKey(word))))
  return products.filter((product) => lists.every((list) => list.has(product)))
}
