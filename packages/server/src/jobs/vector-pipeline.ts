/** Everything between a product and the vectors that search, image search and similar products use, built from its ports. */
import { OutOfDomain } from '../features/vectors/out-of-domain.ts'
import { QueryVectors } from '../features/vectors/query-vectors.ts'
import { ShopVectors } from '../features/vectors/shop-vectors.ts'
import { LanguageRouter } from '../features/vectors/text-models.ts'
import { vectorSearch } from '../features/vectors/vector-search.ts'
import type { Embedder } from '@vitrine/embedder'
import type { RecordStore, ShopId } from '../ports/record-store/record-store.ts'
import { CatalogEmbedder, type EmbedCatalogDeps } from './embed-catalog.ts'
import { matchedPictures, storedThumbnails } from './embed-catalog/matched-pictures.ts'

/** The archive is closed by the caller that opened it. */
export interface VectorPipelineDeps extends Omit<EmbedCatalogDeps, 'records' | 'languages' | 'vectors' | 'onError'> {
  records: RecordStore
  /** Opens the embedder of an earlier setting, whose vectors are still in use. Rejects if it cannot be opened. */
  openEarlier: (setting: string) => Promise<Embedder>
  onError: (error: unknown, during: string) => void
}

export async function vectorPipeline(deps: VectorPipelineDeps) {
  const { archive, embedder } = deps
  const embedders = [embedder, ...(await earlierEmbedders(deps))]
  const vectors = new ShopVectors()
  const queries = new QueryVectors({ embedders, clock: deps.clock })
  const outOfDomain = new OutOfDomain(embedders)
  const onError = (error: unknown, shop: ShopId) => deps.onError(error, `embedding the catalog of ${shop}`)
  const languages = new LanguageRouter(embedders)
  const catalog = new CatalogEmbedder({ ...deps, vectors, languages, onError })
  return {
    embedder,
    vectors,
    queries,
    outOfDomain,
    semantic: vectorSearch({ vectors, queries, outOfDomain, languages }),
    /** Includes a model that was replaced and is still in use. */
    imageEmbedderOf: (space: string) => embedders.map(({ image }) => image).find((image) => image?.space === space),
    matchedPictures: matchedPictures(archive),
    thumbnails: storedThumbnails(archive),
    embeddingShops: () => catalog.busyShops,
    progress: (shop: ShopId) => catalog.progress(shop),
    failures: (shop: ShopId, limit: number) => archive.listFailures(shop, limit),
    openShop: (shop: ShopId) => catalog.open(shop),
    leaveShop: async (shop: ShopId) => catalog.leave(shop),
    forgetShop: (shop: ShopId) => catalog.forget(shop),
    async start() {
      await catalog.start()
      catalog.findWork().catch((error) => deps.onError(error, 'looking for products to embed'))
      for (const { text } of embedders) if (text) void outOfDomain.learn(text.space)
    },
    /** Resolves when everything that is in the catalogs now is embedded. */
    runOnce: () => catalog.runOnce(),
    async close() {
      await catalog.stop()
      for (const one of embedders) await one.close()
    },
  }
}

/** Opens the models of spaces completed under another setting: these are used until the new one is complete, and need their own queries. */
async function earlierEmbedders({
  archive,
  embedderSetting,
  openEarlier,
  onError,
}: VectorPipelineDeps): Promise<Embedder[]> {
  const spaces = await archive.listSpaces(null)
  const settings = new Set(spaces.filter(({ complete }) => complete).map(({ embedder }) => embedder))
  settings.delete(embedderSetting)
  if (embedderSetting === 'none') return []
  const opened: Embedder[] = []
  for (const setting of settings) {
    try {
      opened.push(await openEarlier(setting))
    } catch (error) {
      onError(error, `opening the earlier embedder ${setting}`)
    }
  }
  return opened
}
