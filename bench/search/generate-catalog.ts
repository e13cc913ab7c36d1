import type { TextDoc } from '../../packages/engine/src/text/text-doc.ts'
import { seededRandom, zipf } from './seeded-random.ts'

const COLORS = 'black white blue red green grey navy beige pink brown silver gold purple yellow orange teal'.split(' ')
const SIZES = 'XS,S,M,L,XL,XXL,36,37,38,39,40,41,42,43,One Size,500 ml,1 l,250 g,1 kg,15 inch'.split(',')
const MATERIALS =
  'cotton leather steel wood plastic wool linen polyester ceramic glass rubber bamboo silk aluminium'.split(' ')
const AUDIENCES = 'women men kids unisex baby dogs cats home office outdoor travel kitchen garden'.split(' ')
const SYLLABLES =
  'ba be bi bo bu ca ce co da de di do fa fe fi fo ga ge go ha he hi ka ke ki la le li lo lu ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi wa ze zo'.split(
    ' ',
  )
const ENDINGS = ['', '', 'n', 'r', 's', 't', 'l', 'x', 'ng', 'rd', 'sh']

const WORD_COUNT = 60_000
const TYPE_COUNT = 400
const VENDOR_COUNT = 3_000

export type GeneratedDoc = TextDoc & { readonly price: number }

/** The same seed gives the same products. Another `part` has other products with the same words. */
export function* generateCatalog(count: number, seed = 1, part = 0): Generator<GeneratedDoc> {
  const named = seededRandom(seed)
  const words = makeWords(WORD_COUNT, named)
  const types = makeNames(TYPE_COUNT, 2, words, named)
  const vendors = makeNames(VENDOR_COUNT, 1, words, named)
  const random = part === 0 ? named : seededRandom(seed + 7919 * part)
  const pickWord = zipf(WORD_COUNT, 3, random)
  const pickType = zipf(TYPE_COUNT, 8, random)
  const pickVendor = zipf(VENDOR_COUNT, 20, random)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  for (let number = 0; number < count; number++) {
    const type = types[pickType()]!
    const vendor = vendors[pickVendor()]!
    const color = pick(COLORS)
    const material = pick(MATERIALS)
    const model = `${vendor.slice(0, 2).toUpperCase()}-${1000 + Math.floor(random() * 9000)}`
    const plain = Array.from({ length: 30 + Math.floor(random() * 60) }, () => words[pickWord()])
    yield {
      title: [
        vendor,
        words[pickWord()],
        random() < 0.5 ? material : '',
        type,
        random() < 0.3 ? `for ${pick(AUDIENCES)}` : '',
        random() < 0.4 ? color : '',
        random() < 0.3 ? model : '',
      ]
        .filter(Boolean)
        .join(' '),
      productType: type,
      vendor,
      tags: [pick(AUDIENCES), material, words[pickWord()]!],
      options: [color, pick(SIZES), pick(SIZES)],
      skus: Array.from({ length: 1 + Math.floor(random() * 4) }, (_, i) => `${model}-${number}-${i}`),
      collections: [type.split(' ')[0]!, pick(AUDIENCES)],
      metafields: [material, words[pickWord()]!, words[pickWord()]!],
      description: `${type} ${plain.slice(0, 20).join(' ')} ${material} ${plain.slice(20).join(' ')}`,
      price: Math.round((3 + random() ** 3 * 500) * 100) / 100,
    }
  }
}

function makeWords(count: number, random: () => number): string[] {
  const words = new Set<string>()
  while (words.size < count) {
    const length = 2 + Math.floor(random() * 3)
    let word = ''
    for (let i = 0; i < length; i++) word += SYLLABLES[Math.floor(random() * SYLLABLES.length)]
    words.add(word + ENDINGS[Math.floor(random() * ENDINGS.length)])
  }
  return [...words]
}

function makeNames(count: number, max: number, words: readonly string[], random: () => number): string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * max) }, () => words[Math.floor(random() * 20_000)]).join(' '),
  )
}
