/**
 * Compares the visual encoder with baselines on judged pictures, then evaluates image search on pictures like those of
 * shoppers, including pictures without a product (`nothing`). `--every n` uses one of n fashion pictures; `--shoppers
 * n` uses n pictures of each type, after `--skip n`. `--only` is `encoder`, `shoppers`, `demo`, `drawn`, `order` or
 * `colors`. `--save` updates bench/results/images-judged.json.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Picture } from '@vitrine/engine'
import {
  letterbox,
  openVisualGraph,
  type VisualSettings,
  visualVectors,
} from '../../../packages/embedder/src/local/visual-encoder.ts'
import { localEmbedder } from '../../../packages/embedder/src/local/local.ts'
import { visualModel } from '../../../packages/embedder/src/local/visual-model.ts'
import { VISUAL_SIDE } from '../../../packages/embedder/src/local/visual-layout.ts'
import { smallPicture } from '../../../packages/embedder/src/pictures/picture-codec.ts'
import { colorHistogram, orientedGradients } from './baseline-features.ts'
import { imageSetsAreThere, type ImageSets, type Labelled, readImageSets } from './image-sets.ts'
import { type DemoFigures, measureDemo } from './demo-pictures.ts'
import { type DrawnFigures, measureDrawn } from './drawn-catalog.ts'
import { type LookedSets, reportOrderFolds } from './order-folds.ts'
import { measurePictureColors } from './picture-colors.ts'
import { serverSearch } from './server-search.ts'
import { nothingRows, type PictureSearch, type Row, type ShopperSample, shopperRows } from './shopper-rows.ts'
import { SHOPPER_VIEWS } from './shopper-views.ts'
import { dot, leaveOneOut, type Looked, type Ranking, recallOfAnother, recallOfProduct } from './picture-scores.ts'

interface Contender extends Ranking {
  describe: (picture: Picture) => Promise<Float32Array>
}

/** All contenders share the pictures, which are decoded as in the server. */
type Decoded = ReadonlyMap<string, Picture>

export async function run(args: string[]): Promise<void> {
  if (!imageSetsAreThere()) {
    console.log('The judged pictures are not here: ../shared/data/images is missing, nothing was measured.')
    return
  }
  const option = (name: string, otherwise: number) => Number(args[args.indexOf(name) + 1 || args.length]) || otherwise
  const sets = readImageSets(option('--every', 1))
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined
  if (only === 'order') return reportOrderFolds(await lookAtSets(sets))
  if (only === 'colors') return measurePictureColors(sets)
  const asked = {
    ofEachType: option('--shoppers', 2),
    skip: option('--skip', 0),
    views: args.includes('--views') ? args[args.indexOf('--views') + 1]?.split(',') : undefined,
  }
  const isView = (_: string, i: number) => args[i] === '--views' || args[i - 1] === '--views'
  const command = `npm run eval -- ${['images', ...args.filter((arg, i) => !isView(arg, i))].join(' ')}`
  if (only === 'demo') {
    const demo = { command, ...(await measureDemo(option('--products', Number.POSITIVE_INFINITY))) }
    if (args.includes('--save')) save({ demo })
    return
  }
  if (only === 'drawn') {
    const drawn = { command, ...(await measureDrawn(sets, asked)) }
    if (args.includes('--save')) save({ drawn })
    return
  }
  const results = {
    ...(only !== 'shoppers' && { encoder: { command, rows: await measureEncoder(sets) } }),
    ...(only !== 'encoder' && { shoppers: { command, ...(await measureShoppers(sets, asked)) } }),
  }
  if (args.includes('--save')) save(results)
}

interface Measured {
  encoder?: { command: string; rows: Table }
  shoppers?: { command: string; rows: Table; nothing: Table }
  demo?: { command: string } & DemoFigures
  drawn?: { command: string } & DrawnFigures
}

/** Results of parts that did not run are kept. */
function save({ encoder, shoppers, demo, drawn }: Measured): void {
  const earlier: Measured = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}
  const merged = shoppers && {
    command: shoppers.command,
    rows: inOrder({ ...earlier.shoppers?.rows, ...shoppers.rows }),
    nothing: { ...earlier.shoppers?.nothing, ...shoppers.nothing },
  }
  const results = {
    ...earlier,
    ...(encoder && { encoder }),
    ...(merged && { shoppers: merged }),
    ...(demo && { demo }),
    ...(drawn && { drawn }),
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}

function inOrder(rows: Table): Table {
  return Object.fromEntries(Object.keys(SHOPPER_VIEWS).flatMap((name) => (rows[name] ? [[name, rows[name]]] : [])))
}

const RESULTS = new URL('../../../bench/results/images-judged.json', import.meta.url)

type Table = Record<string, Row>

async function lookAtSets(sets: ImageSets): Promise<LookedSets> {
  const visualGraph = await openVisualGraph(visualModel.settings as VisualSettings)
  const { decoded } = await decodeAll(sets)
  const lookAt = async (pictures: readonly Labelled[]): Promise<Looked[]> => {
    const looked: Looked[] = []
    for (const picture of pictures) {
      const [vector] = await visualVectors(visualGraph, [decoded.get(picture.file)!])
      looked.push({ ...picture, vector: vector! })
    }
    return looked
  }
  return {
    fashion: await lookAt(sets.fashion),
    luma: await lookAt(sets.luma),
    products: await lookAt(sets.products),
    photos: await lookAt(sets.photos),
  }
}

async function measureShoppers(
  sets: ImageSets,
  asked: Pick<ShopperSample, 'ofEachType' | 'skip' | 'views'>,
): Promise<{ rows: Table; nothing: Table }> {
  const embedder = localEmbedder({ visual: visualModel })
  const { found, byWhole } = await serverSearch(embedder.image!, aProductEach(sets.fashion))
  const pictures =
    (find: typeof found): PictureSearch =>
    async (file) =>
      (await find(file)).map((at) => sets.fashion[at]!)
  const search = pictures(found)
  const sample = { ...asked, catalog: sets.fashion, strangers: sets.photos.filter((_, i) => i % 6 === 0) }
  console.log(
    'Pictures as shoppers send them, among the fashion pictures (* not near-identical: own first is not promised)',
  )
  const rows = await shopperRows({ search, byWhole: pictures(byWhole) }, sample)
  console.table(rows)
  const nothing = !asked.views || asked.views.includes('nothing') ? await nothingRows(search, sample) : {}
  console.table(nothing)
  await embedder.close()
  return { rows, nothing }
}

async function* aProductEach(pictures: readonly Labelled[]) {
  for (const [id, { file }] of pictures.entries()) yield { id, pictures: [await readFile(file)] }
}

async function measureEncoder(sets: ImageSets): Promise<Table> {
  const visualGraph = await openVisualGraph(visualModel.settings as VisualSettings)
  // Describes pictures one at a time, like those of shoppers.
  const describe = async (picture: Picture) => (await visualVectors(visualGraph, [picture]))[0]!
  const contenders: Record<string, Contender> = {
    'color histogram': { describe: async (picture) => colorHistogram(picture), howNear: dot },
    HOG: {
      describe: async (picture) => orientedGradients(letterbox(picture, VISUAL_SIDE), VISUAL_SIDE),
      howNear: dot,
    },
    [`${visualModel.space} by cosine`]: { describe, howNear: dot },
    [visualModel.space]: { describe, howNear: visualModel.likeness!, order: visualModel.order },
  }
  const { decoded, ms } = await decodeAll(sets)
  const table: Table = {}
  for (const [name, contender] of Object.entries(contenders)) table[name] = await measure(sets, decoded, contender)
  console.log(
    `${sets.fashion.length} fashion, ${sets.luma.length} luma, ${sets.photos.length} photographs of ${sets.products.length} products;`,
    `decoding ${ms.toFixed(1)} ms CPU a picture`,
  )
  console.table(table)
  // No package contains this model's weights, so it was measured separately.
  console.log(
    'For comparison, measured apart (models/visual/README.md): MobileNet v1 of ImageNet, 224 px: mAP .470, P@10 .609, P@1 .736,',
    'color@10 .220, luma R@5 .762, grocery R@1 .197, R@5 .440, coarse R@1 .320, R@5 .526',
  )
  return table
}

/** Number of files at once, enough for the decoder's threads. */
const AT_ONCE = 8

async function decodeAll(sets: ImageSets): Promise<{ decoded: Decoded; ms: number }> {
  const files = [...sets.fashion, ...sets.luma, ...sets.products, ...sets.photos].map(({ file }) => file)
  const decoded = new Map<string, Picture>()
  const began = process.cpuUsage()
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE)
    const pictures = await Promise.all(some.map(async (file) => smallPicture(await readFile(file), VISUAL_SIDE)))
    for (const [i, picture] of pictures.entries()) decoded.set(some[i]!, picture)
  }
  return { decoded, ms: cpuMs(began) / files.length }
}

function cpuMs(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

async function measure(
  sets: ImageSets,
  decoded: Decoded,
  { describe, ...ranking }: Contender,
): Promise<Record<string, string>> {
  const began = process.cpuUsage()
  const lookAt = async (pictures: readonly Labelled[]): Promise<Looked[]> => {
    const looked: Looked[] = []
    for (const picture of pictures) looked.push({ ...picture, vector: await describe(decoded.get(picture.file)!) })
    return looked
  }
  const [fashion, luma] = [await lookAt(sets.fashion), await lookAt(sets.luma)]
  const [products, photos] = [await lookAt(sets.products), await lookAt(sets.photos)]
  const described = cpuMs(began)
  const count = fashion.length + luma.length + products.length + photos.length
  const one = leaveOneOut(fashion, ranking)
  const shelf = { photos, products, ...ranking }
  const [first, five] = [recallOfProduct(shelf, 1), recallOfProduct(shelf, 5)]
  const show = (value: number) => value.toFixed(3)
  return {
    'fashion mAP': show(one.map),
    'P@10': show(one.p10),
    'P@1': show(one.p1),
    'color@10': show(one.color10),
    'luma R@5': show(recallOfAnother(luma, 5, ranking)),
    'grocery R@1': show(first.exact),
    'R@5': show(five.exact),
    'coarse R@1': show(first.coarse),
    'coarse R@5': show(five.coarse),
    'CPU ms/picture': (described / count).toFixed(1),
  }
}
