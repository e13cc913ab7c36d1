/** Measures image search on pictures as shoppers send them: a row per view, and one for pictures without a product. */
import { readFile } from 'node:fs/promises'
import { smallPicture } from '../../../packages/embedder/src/pictures/picture-codec.ts'
import { thumbnailOf, wholeDifference } from '../../../packages/engine/src/index.ts'
import { NO_PRODUCT } from './drawn-scenes.ts'
import type { Labelled } from './image-sets.ts'
import { seeded } from './seeded.ts'
import { NEAR_IDENTICAL, SHOPPER_VIEWS, type ShopperView } from './shopper-views.ts'

/** Returns pictures of the catalog, best first, without those that are not similar enough. */
export type PictureSearch = (file: Uint8Array) => Promise<readonly Labelled[]>

export interface ShopperSample {
  catalog: readonly Labelled[]
  /** Number of pictures per type, after `skip` others. */
  ofEachType: number
  skip: number
  /** Photographs of things that the shop does not sell. */
  strangers: readonly Labelled[]
  /** Views to make; all if absent. */
  views?: readonly string[] | undefined
}

export type Row = Record<string, string>

interface ComparedSearch {
  search: PictureSearch
  /** Orders by similarity of the whole picture, whatever it shows. */
  byWhole: PictureSearch
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const show = (values: readonly number[]) => (values.length === 0 ? '' : mean(values).toFixed(3))

export async function shopperRows(
  { search, byWhole }: ComparedSearch,
  sample: ShopperSample,
): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {}
  const asked = sampled(sample)
  for (const [name, view] of Object.entries(SHOPPER_VIEWS)) {
    if (sample.views && !sample.views.includes(name)) continue
    const [scores, before, owns] = [[] as Score[], [] as Score[], [] as number[]]
    for (const [i, picture] of asked.entries()) {
      const seed = i + 1 + SEEDS * sample.skip
      const file = await view(await readFile(picture.file), seeded(seed))
      const found = await search(file)
      scores.push(score(found, picture))
      owns.push(Number(await isOwnOrTwin(found[0], picture, { view, seed })))
      before.push(score(await byWhole(file), picture))
    }
    rows[name] = {
      'type@1 before': show(before.map(({ type }) => type)),
      'own first before': show(before.map(({ own }) => own)),
      'type@1': show(scores.map(({ type }) => type)),
      'type P@10': show(scores.map(({ types }) => types)),
      'color@10': show(scores.map(({ colors }) => colors)),
      'own first': show(scores.map(({ own }) => own)) + (NEAR_IDENTICAL.has(name) ? '' : ' *'),
      'own or twin': show(owns),
      'finds nothing': show(scores.map(({ nothing }) => nothing)),
    }
  }
  return rows
}

/** Maximum mean squared difference of twins: one level per channel, less than recompression changes. */
const TWIN = 3

/** Products may share a picture, or differ only in a part that was cut off. Then either is right. */
async function isOwnOrTwin(
  first: Labelled | undefined,
  own: Labelled,
  { view, seed }: { view: ShopperView; seed: number },
): Promise<boolean> {
  if (first === undefined || first.file === own.file) return first !== undefined
  const made = async ({ file }: Labelled) => {
    const shown = await view(await readFile(file), seeded(seed))
    return thumbnailOf(await smallPicture(shown, TWIN_SIDE))
  }
  const difference = wholeDifference(await made(first), await made(own))
  return difference !== undefined && difference < TWIN
}

/** Side of a picture before its thumbnail is made, as in the catalog. */
const TWIN_SIDE = 96

/** Samples have different seeds, so that their pictures are changed in different ways. */
const SEEDS = 250
const OF_EACH_KIND = 50

/** Returns how often nothing is found for pictures without a product of the shop. */
export async function nothingRows(search: PictureSearch, { strangers }: ShopperSample): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {}
  const record = (name: string, found: readonly (readonly Labelled[])[]) => {
    rows[name] = {
      'finds nothing': show(found.map(({ length }) => Number(length === 0))),
      'found on average': mean(found.map(({ length }) => length)).toFixed(1),
    }
  }
  const all = []
  for (const [name, draw] of Object.entries(NO_PRODUCT)) {
    const found = []
    for (let i = 0; i < OF_EACH_KIND; i++) found.push(await search(await draw(seeded(i + 1))))
    record(name, found)
    all.push(...found)
  }
  record('all of these', all)
  const found = []
  for (const { file } of strangers) found.push(await search(await readFile(file)))
  record('photographs of other things', found)
  return rows
}

export function sampled({
  catalog,
  ofEachType,
  skip,
}: Pick<ShopperSample, 'catalog' | 'ofEachType' | 'skip'>): Labelled[] {
  const taken = new Map<string, number>()
  return catalog.filter(({ label }) => {
    const count = (taken.get(label) ?? 0) + 1
    taken.set(label, count)
    return count > skip && count <= skip + ofEachType
  })
}

type Score = ReturnType<typeof score>

/** The picture itself does not count for the type, because it is always right. */
function score(found: readonly Labelled[], picture: Labelled) {
  const others = found.filter(({ file }) => file !== picture.file)
  const ten = others.slice(0, 10)
  return {
    type: Number(others[0]?.label === picture.label),
    types: ten.filter(({ label }) => label === picture.label).length / 10,
    colors: ten.filter(({ second }) => second === picture.second).length / 10,
    own: Number(found[0]?.file === picture.file),
    nothing: Number(found.length === 0),
  }
}
