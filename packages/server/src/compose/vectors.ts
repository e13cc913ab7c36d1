import { openEmbedder, visualModel, withoutSecret } from '@vitrine/embedder'
import { BadSetting, leavesWorkToOthers } from '../config.ts'
import { vectorPipeline } from '../jobs/vector-pipeline.ts'
import { guardedHttpSource } from '../ports/image-source/guarded-http.ts'
import { productImageSource } from '../ports/image-source/product-images.ts'
import type { Demo } from './demo.ts'
import type { Assembly } from './parts.ts'
import type { Store } from './store.ts'

export type Vectors = Awaited<ReturnType<typeof composeVectors>>

export async function composeVectors(
  { config, clock, onClose, onError }: Assembly,
  { store, demo }: { store: Store; demo: Demo | undefined },
) {
  const webImages = guardedHttpSource()
  onClose(() => webImages.close())
  const openModel = (setting: string) => openEmbedder(setting, { visual: visualModel })
  const embedder = await openModel(config.embedder).catch((error: Error) => {
    throw new BadSetting(`VITRINE_EMBEDDER cannot be used: ${error.message}`)
  })
  const vectors = await vectorPipeline({
    records: store.records,
    archive: store.vectorArchive,
    embedder,
    embedderSetting: withoutSecret(config.embedder),
    openEarlier: openModel,
    images: productImageSource({ web: webImages, own: async (url) => demo?.pictureToEmbed(url) }),
    embeds: !leavesWorkToOthers(config),
    onDemand: true,
    onPictures: (shop) => store.index.picturesChanged(shop),
    clock,
    onError,
  }).catch(async (error) => {
    await embedder.close()
    throw error
  })
  onClose(() => vectors.close())
  return { vectors, webImages }
}
