/** Measures how often the color that search derives from a picture is the one that the shop states. */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCatalog } from '../../../apps/demo/src/index.ts'
import { colorFamilyOf } from '../../../packages/embedder/src/index.ts'
import { productColors } from '../../../packages/embedder/src/local/visual-encoder.ts'
import { VISUAL_SIDE } from '../../../packages/embedder/src/local/visual-layout.ts'
import { decodePicture } from '../../../packages/embedder/src/pictures/picture-codec.ts'
import {
  colorDescriptor,
  familyOfColor,
  labPicture,
  type Picture,
  thumbnailOf,
} from '../../../packages/engine/src/index.ts'
import { DemoPictures } from '@vitrine/demo'
import { svgToWebp } from '@vitrine/embedder/pictures'
import { DEMO_SEED } from '@vitrine/contract/demo-shop'
import type { ImageSets } from './image-sets.ts'

const CARD_WIDTH = 320
const DRAWN = join(tmpdir(), 'vitrine-demo-pictures')
/** Abbreviations in the file names of luma. */
const SHORT: Readonly<Record<string, string>> = { bk: 'black', br: 'brown', gr: 'gray' }

interface Shown {
  name: string
  picture: Picture
}

interface Tally {
  stated: number
  found: number
  right: number
}

export async function measurePictureColors(sets: ImageSets): Promise<void> {
  const ofFiles = async function* (pictures: ImageSets['fashion']) {
    for (const { file, second } of pictures)
      yield { name: SHORT[second] ?? second, picture: await decodePicture(readFileSync(file), VISUAL_SIDE) }
  }
  const shelves = { fashion: ofFiles(sets.fashion), luma: ofFiles(sets.luma), demo: demoPictures() }
  for (const [shelf, pictures] of Object.entries(shelves)) await report(shelf, pictures)
}

async function* demoPictures(): AsyncGenerator<Shown> {
  const demo = new DemoPictures({ folder: DRAWN, svgToWebp })
  for (const { product } of createCatalog(DEMO_SEED, 0)) {
    const shown = new Map(product.variants.map(({ image_id, option1 }) => [image_id ?? null, option1 ?? '']))
    for (const [image, name] of shown) {
      const src = product.images.find(({ id }) => id === image)?.src
      const file = src && (await demo.find(src, CARD_WIDTH, 'when idle'))
      if (file) yield { name, picture: await decodePicture(file.bytes, VISUAL_SIDE) }
    }
  }
}

async function report(shelf: string, pictures: AsyncIterable<Shown>): Promise<void> {
  const byVector = new Map<string, Tally>()
  const byThumbnail = new Map<string, Tally>()
  for await (const { name, picture } of pictures) {
    const [first = '', ...rest] = name.toLowerCase().split(' ')
    const stated = familyOfColor(rest.at(-1) ?? first) ?? familyOfColor(first)
    if (stated === undefined) continue
    count(byVector, stated, colorFamilyOf(productColors(picture)))
    count(byThumbnail, stated, colorFamilyOf(colorDescriptor(labPicture(thumbnailOf(picture)))))
  }
  print(`${shelf}, by the colors of the vector`, byVector)
  print(`${shelf}, by the thumbnail`, byThumbnail)
}

function count(tallies: Map<string, Tally>, stated: string, found: string | undefined): void {
  const of = (family: string) => {
    const tally = tallies.get(family) ?? { stated: 0, found: 0, right: 0 }
    tallies.set(family, tally)
    return tally
  }
  of(stated).stated++
  if (found !== undefined) of(found).found++
  if (found === stated) of(stated).right++
}

function print(title: string, tallies: ReadonlyMap<string, Tally>): void {
  console.log(`\n${title}`)
  const row = (family: string, { stated, found, right }: Tally) =>
    console.log(
      `  ${family.padEnd(8)} ${String(stated).padStart(5)} precision ${share(right, found)} recall ${share(right, stated)}`,
    )
  const all = { stated: 0, found: 0, right: 0 }
  for (const [family, tally] of [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))) {
    row(family, tally)
    for (const key of ['stated', 'found', 'right'] as const) all[key] += tally[key]
  }
  row('all', all)
}

function share(part: number, whole: number): string {
  return whole === 0 ? '  - ' : (part / whole).toFixed(2)
}
