/** Searches the demo shop's drawings with photographs. Only kinds that the shop sells should be found. */
import { readFile } from 'node:fs/promises'
import { createCatalog } from '../../../apps/demo/src/index.ts'
import { localEmbedder } from '../../../packages/embedder/src/local/local.ts'
import { visualModel } from '../../../packages/embedder/src/local/visual-model.ts'
import { DEMO_SEED } from '@vitrine/contract/demo-shop'
import { DRAWN, drawnProducts } from './demo-pictures.ts'
import type { ImageSets, Labelled } from './image-sets.ts'
import { serverSearch } from './server-search.ts'
import { type Row, sampled } from './shopper-rows.ts'

/** Kinds of the demo shop by types of the fashion set. Types that are only related are left out. */
const FASHION_KINDS: Readonly<Record<string, string>> = {
  Tshirts: 'tshirt',
  Shirts: 'shirt',
  Sweaters: 'sweater',
  Dresses: 'dress',
  Trousers: 'trousers',
  Jeans: 'trousers',
  Shorts: 'trousers',
  Jackets: 'jacket',
  'Casual Shoes': 'sneaker',
  'Sports Shoes': 'sneaker',
  Backpacks: 'backpack',
  Watches: 'watch',
  Sunglasses: 'sunglasses',
}

/** Kinds of the demo shop by the first letters of luma's styles. */
const LUMA_KINDS: Readonly<Record<string, string>> = {
  ms: 'tshirt',
  ws: 'tshirt',
  mp: 'trousers',
  wp: 'trousers',
  msh: 'trousers',
  wsh: 'trousers',
  mj: 'jacket',
  wj: 'jacket',
  mg: 'watch',
  wg: 'watch',
}

/** Types to which nothing in the shop is related. */
const NOT_SOLD: ReadonlySet<string> = new Set([
  'Wallets',
  'Perfume and Body Mist',
  'Deodorant',
  'Lipstick',
  'Lip Gloss',
  'Nail Polish',
  'Ties',
  'Belts',
  'Earrings',
  'Pendant',
  'Necklace and Chains',
  'Bra',
  'Briefs',
  'Caps',
  'Socks',
])
/** One of this many pictures is used. */
const EACH_LUMA = 4
const EACH_GROCERY = 12

export interface DrawnFigures {
  sold: Record<string, Row>
  notSold: Record<string, Row>
}

export async function measureDrawn(
  { fashion, luma, photos }: ImageSets,
  { ofEachType, skip }: { ofEachType: number; skip: number },
): Promise<DrawnFigures> {
  const catalog = createCatalog(DEMO_SEED, 0)
  const kinds = new Map(catalog.map(({ draft, product }) => [product.id, draft.kind.key]))
  const embedder = localEmbedder({ visual: visualModel })
  const { found } = await serverSearch(embedder.image!, drawnProducts(catalog, DRAWN))
  const kindsFor = async ({ file }: Labelled) => (await found(await readFile(file))).map((id) => kinds.get(id)!)
  const asked = sampled({ catalog: fashion, ofEachType, skip })
  const figures: DrawnFigures = { sold: {}, notSold: {} }

  const soldOf = async (pictures: readonly Labelled[], kindOf: (label: string) => string | undefined) => {
    const groups = Map.groupBy(
      pictures.filter(({ label }) => kindOf(label)),
      ({ label }) => kindOf(label)!,
    )
    const scores = new Map<string, SoldScore[]>()
    for (const [kind, some] of groups) {
      const found = []
      for (const picture of some) found.push(soldScore(await kindsFor(picture), kind))
      scores.set(kind, found)
    }
    return scores
  }
  for (const [name, scores] of [
    ['fashion', await soldOf(asked, (label) => FASHION_KINDS[label])],
    ['luma', await soldOf(each(luma, EACH_LUMA), (label) => LUMA_KINDS[label.replace(/\d+$/, '')])],
  ] as const) {
    for (const [kind, some] of scores) figures.sold[`${name}, ${kind}`] = soldRow(some)
    figures.sold[`${name}, all`] = soldRow([...scores.values()].flat())
  }
  console.log('Photographs of what the demo shop sells, among its drawings')
  console.table(figures.sold)

  const strangers = Map.groupBy(
    asked.filter(({ label }) => NOT_SOLD.has(label)),
    ({ label }) => label,
  )
  const all: string[][] = []
  for (const [label, some] of strangers) {
    const found = []
    for (const picture of some) found.push(await kindsFor(picture))
    all.push(...found)
    figures.notSold[label] = notSoldRow(found)
  }
  figures.notSold['fashion, all'] = notSoldRow(all)
  const groceries = []
  for (const photo of each(photos, EACH_GROCERY)) groceries.push(await kindsFor(photo))
  figures.notSold.groceries = notSoldRow(groceries)
  console.log('Photographs of what it does not sell')
  console.table(figures.notSold)
  await embedder.close()
  return figures
}

type SoldScore = ReturnType<typeof soldScore>

function soldScore(found: readonly string[], kind: string) {
  const ten = found.slice(0, 10)
  return {
    first: Number(found[0] === kind),
    ofTen: ten.filter((one) => one === kind).length / 10,
    anyOfTen: Number(ten.includes(kind)),
    nothing: Number(found.length === 0),
  }
}

function soldRow(scores: readonly SoldScore[]): Row {
  const mean = (name: keyof SoldScore) => share(scores.map((score) => score[name]))
  return {
    photographs: String(scores.length),
    'right kind first': mean('first'),
    'right among 10': mean('ofTen'),
    'any of 10 right': mean('anyOfTen'),
    'finds nothing': mean('nothing'),
  }
}

function notSoldRow(found: readonly (readonly string[])[]): Row {
  const firsts = found.flatMap(([first]) => first ?? [])
  const counts = [...Map.groupBy(firsts, (kind) => kind)].map(([kind, some]) => ({ kind, count: some.length }))
  const most = counts.sort((a, b) => b.count - a.count).slice(0, 3)
  return {
    photographs: String(found.length),
    'finds nothing': share(found.map(({ length }) => Number(length === 0))),
    'most found': most.map(({ kind, count }) => `${kind} ${count}`).join(', '),
  }
}

function each(pictures: readonly Labelled[], n: number): Labelled[] {
  return pictures.filter((_, i) => i % n === 0)
}

function share(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)
}
