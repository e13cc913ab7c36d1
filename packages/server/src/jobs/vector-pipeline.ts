import { OutOfDomain } from '../features/vectors/out-of-domain.ts'
import { QueryVectors } from '../features/vectors/query-vectors.ts'
import { ShopVectors } from '../features/vectors/shop-vectors.ts'
import { LanguageRouter } from '../features/vectors/text-models.ts'
import { vectorSearch } from '../features/vectors/vector-search.ts'
import type { Embedder } from '@vitrine/embedder'
import type { RecordStore, ShopId } from '../ports/record-store/record-store.ts'
import { CatalogEmbedder, type EmbedCatalogDeps } from './embed-catalog.ts'
import { decodeThumbnail, decodeVector, dot } from '@vitrine/engine'
import type { MatchedPictures } from '../features/image-search/matched-picture.ts'
import type { StoredThumbnails } from '../features/image-search/same-picture.ts'
import { contentHash, type VectorArchive } from '../ports/vector-archive/vector-archive.ts'

/** The archive is closed by the caller that opened it. */
export interface VectorPipelineDeps extends Omit<EmbedCatalogDeps, 'records' | 'languages' | 'vectors' | 'onError'> {
  records: RecordStore
  /** Opens the embedder of an earlier setting. Rejects if it cannot be opened. */
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
    /** Includes a replaced model whose vectors are in use. */
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
    runOnce: () => catalog.runOnce(),
    async close() {
      await catalog.stop()
      for (const one of embedders) await one.close()
    },
  }
}

/** Earlier models embed queries until the new space is complete. */
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

/** Vectors in memory do not know their pictures, so they are read from disk. */
function matchedPictures(archive: VectorArchive): MatchedPictures {
  return async (shop, vector, products) => {
    const spaces = (await archive.listSpaces(shop)).filter(
      ({ kind, dimension }) => kind === 'image' && dimension === vector.length,
    )
    const space = spaces.find(({ complete }) => complete) ?? spaces[0]
    if (space === undefined) return new Map()
    const stored = await archive.get(
      space.id,
      products.map(({ id }) => id),
    )
    const matched = new Map<number, string>()
    for (const { productId, items } of stored) {
      const scores = items.map(({ bytes }) => dot(decodeVector(bytes), vector))
      const { hash } = items[scores.indexOf(Math.max(...scores))] ?? {}
      const image = products.find(({ id }) => id === productId)?.images.find(({ src }) => contentHash(src) === hash)
      if (image) matched.set(productId, image.src)
    }
    return matched
  }
}

/** In memory, thumbnails would take twice as much space as the vectors. */
function storedThumbnails(archive: VectorArchive): StoredThumbnails {
  return async (shop, name, productIds) => {
    const spaces = await archive.listSpaces(shop)
    const space = spaces.find(({ kind, space: one }) => kind === 'image' && one === name)
    const stored = space ? await archive.get(space.id, productIds) : []
    return new Map(
      stored.map(({ productId, items }) => [
        productId,
        items.map(({ thumbnail }) => thumbnail && decodeThumbnail(thumbnail)),
      ]),
    )
  }
}
