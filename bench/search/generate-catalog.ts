import type { TextDoc } from '../../packages/engine/src/text/text-doc.ts'
import { seededRandom, zipf } from './seeded-random.ts'

const colors = 'black white blue red green grey navy beige pink brown silver gold purple yellow orange teal'.split(' ')
const sizes = 'XS,S,M,L,XL,XXL,36,37,38,39,40,41,42,43,One Size,500 ml,1 l,250 g,1 kg,15 inch'.split(',')
const materials =
  'cotton leather steel wood plastic wool linen polyester ceramic glass rubber bamboo silk aluminium'.split(' ')
const audiences = 'women men kids unisex baby dogs cats home office outdoor travel kitchen garden'.split(' ')
const syllables =
  'ba be bi bo bu ca ce co da de di do fa fe fi fo ga ge go ha he hi ka ke ki la le li lo lu ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi wa ze zo'.split(
    ' ',
  )
const endings = ['', '', 'n', 'r', 's', 't', 'l', 'x', 'ng', 'rd', 'sh']

const wordCount = 60_000
const typeCount = 400
const vendorCount = 3_000

/**
 * Products of a made-up shop, the same for the same seed: words, types and vendors occur as often as in real shops
 * (a few everywhere, most rarely), descriptions speak of their product type, every variant has its SKU.
 */
export function* generateCatalog(count: number, seed = 1): Generator<TextDoc> {
  const random = seededRandom(seed)
  const words = makeWords(wordCount, random)
  const types = makeNames(typeCount, 2, words, random)
  const vendors = makeNames(vendorCount, 1, words, random)
  const pickWord = zipf(wordCount, 3, random)
  const pickType = zipf(typeCount, 8, random)
  const pickVendor = zipf(vendorCount, 20, random)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  for (let number = 0; number < count; number++) {
    const type = types[pickType()]!
    const vendor = vendors[pickVendor()]!
    const color = pick(colors)
    const material = pick(materials)
    const model = `${vendor.slice(0, 2).toUpperCase()}-${1000 + Math.floor(random() * 9000)}`
    const plain = Array.from({ length: 30 + Math.floor(random() * 60) }, () => words[pickWord()])
    yield {
      title: [
        vendor,
        words[pickWord()],
        random() < 0.5 ? material : '',
        type,
        random() < 0.3 ? `for ${pick(audiences)}` : '',
        random() < 0.4 ? color : '',
        random() < 0.3 ? model : '',
      ]
        .filter(Boolean)
        .join(' '),
      productType: type,
      vendor,
      tags: [pick(audiences), material, words[pickWord()]!],
      options: [color, pick(sizes), pick(sizes)],
      skus: Array.from({ length: 1 + Math.floor(random() * 4) }, (_, i) => `${model}-${number}-${i}`),
      collections: [type.split(' ')[0]!, pick(audiences)],
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
    for (let i = 0; i < length; i++) word += syllables[Math.floor(random() * syllables.length)]
    words.add(word + endings[Math.floor(random() * endings.length)])
  }
  return [...words]
}

function makeNames(count: number, most: number, words: readonly string[], random: () => number): string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => words[Math.floor(random() * 20_000)]).join(' '),
  )
}
