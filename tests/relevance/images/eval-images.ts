/**
 * `npm run eval -- images [--every n]`: the visual encoder as the server runs it (its own decoding, its own weights), beside a
 * histogram of colours and oriented gradients, on the judged picture sets.
 */
import { readFile } from 'node:fs/promises'
import { openEncoder, type VisualSettings } from '../../../packages/server/src/ports/embedder/local/visual-encoder.ts'
import { visualModel } from '../../../packages/server/src/ports/embedder/local/visual-model.ts'
import { letterbox, smallPicture } from '../../../packages/server/src/ports/embedder/local/visual-pixels.ts'
import { colourHistogram, orientedGradients } from './baseline-features.ts'
import { imageSetsAreThere, type ImageSets, type Labelled, readImageSets } from './image-sets.ts'
import { leaveOneOut, type Looked, recallOfAnother, recallOfProduct } from './picture-scores.ts'

type Look = (file: Buffer) => Promise<Float32Array>

export async function run(args: string[]): Promise<void> {
  if (!imageSetsAreThere()) {
    console.log('The judged pictures are not here: ../shared/data/images is missing, nothing was measured.')
    return
  }
  const sets = readImageSets(Number(args[args.indexOf('--every') + 1] ?? 1) || 1)
  const encoder = await openEncoder(visualModel.settings as VisualSettings)
  const contenders: Record<string, Look> = {
    'colour histogram': async (file) => colourHistogram(await smallPicture(file, 96)),
    HOG: async (file) => orientedGradients(letterbox(await smallPicture(file, 96), 96), 96),
    [visualModel.space]: async (file) => (await encoder.encode([file]))[0]!,
  }
  const table: Record<string, Record<string, string>> = {}
  for (const [name, look] of Object.entries(contenders)) table[name] = await measure(sets, look)
  console.log(
    `${sets.fashion.length} fashion, ${sets.luma.length} luma, ${sets.photos.length} photographs of ${sets.products.length} products`,
  )
  console.table(table)
  // Its weights come in no package that could be a dependency, so it was measured once, apart.
  console.log(
    'For comparison, measured apart (models/visual/README.md): MobileNet v1 of ImageNet, 224 px: mAP .470, P@10 .609, P@1 .736,',
    'colour@10 .220, luma R@5 .762, grocery R@1 .197, R@5 .440, coarse R@1 .320, R@5 .526',
  )
}

async function measure(sets: ImageSets, look: Look): Promise<Record<string, string>> {
  const began = process.cpuUsage()
  const lookAt = async (pictures: readonly Labelled[]): Promise<Looked[]> => {
    const looked: Looked[] = []
    for (const picture of pictures) looked.push({ ...picture, vector: await look(await readFile(picture.file)) })
    return looked
  }
  const [fashion, luma] = [await lookAt(sets.fashion), await lookAt(sets.luma)]
  const [products, photos] = [await lookAt(sets.products), await lookAt(sets.photos)]
  const { user, system } = process.cpuUsage(began)
  const count = fashion.length + luma.length + products.length + photos.length
  const one = leaveOneOut(fashion)
  const [first, five] = [recallOfProduct(photos, products, 1), recallOfProduct(photos, products, 5)]
  const show = (value: number) => value.toFixed(3)
  return {
    'fashion mAP': show(one.map),
    'P@10': show(one.p10),
    'P@1': show(one.p1),
    'colour@10': show(one.colour10),
    'luma R@5': show(recallOfAnother(luma, 5)),
    'grocery R@1': show(first.exact),
    'R@5': show(five.exact),
    'coarse R@1': show(first.coarse),
    'coarse R@5': show(five.coarse),
    'CPU ms/picture': ((user + system) / 1000 / count).toFixed(1),
  }
}
