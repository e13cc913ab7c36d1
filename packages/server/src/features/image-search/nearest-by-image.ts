/** Finds the products most similar to a picture, or returns why vectors cannot be used. */
import { cutFile, cutPicture, smallPicture } from '@vitrine/embedder/pictures'
import { type Crop, otherFramings, thumbnailOf, type VectorStore, wideFramings, WHOLE_PICTURE } from '@vitrine/engine'
import { EmbedderUnavailable, type ImageEmbedder, NotEmbeddable } from '@vitrine/embedder'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { Refusal } from '../errors.ts'
import type { BuiltSearchRequest } from '../query/build-search-request.ts'
import type { ShopVectors } from '../vectors/shop-vectors.ts'
import { type AlikeHit, type AllowedProducts, SAME_PICTURE } from './allowed-products.ts'
import { UNREADABLE } from './check-picture.ts'
import { floorFor, floorForGuess, pictureFloor, resemblanceOf } from './picture-floor.ts'
import { cropsOf, isFramed, isPage, type QueryPicture } from './query-picture.ts'
import { knownPicture, samePicture, type SeenCrop, type StoredThumbnails } from './same-picture.ts'

export interface NearestByImageDeps {
  vectors: ShopVectors
  imageEmbedderOf: (space: string) => ImageEmbedder | undefined
  allowed: AllowedProducts
  thumbnails: StoredThumbnails
}

export interface AlikeProducts {
  hits: AlikeHit[]
  /** The part of the picture that the products resemble. */
  crop: Crop
  vector: Float32Array
}

export type NearestByImage = AlikeProducts | { missing: string }

const DEADLINE_MS = 10_000

export async function nearestByImage(
  { vectors, imageEmbedderOf, allowed, thumbnails }: NearestByImageDeps,
  { shop, built }: { shop: Shop; built: BuiltSearchRequest },
  picture: QueryPicture,
): Promise<NearestByImage> {
  const store = vectors.image(shop.id)
  if (store === undefined || store.size === 0)
    return { missing: 'the pictures of the catalog have not been processed yet' }
  const embedder = imageEmbedderOf(store.space)
  if (embedder === undefined) return { missing: 'no picture model is set up' }
  const looker = { store, embedder, thumbnailsOf: (ids: readonly number[]) => thumbnails(shop.id, store.space, ids) }
  const first = await lookAtAsked(embedder, picture)
  if (first === undefined) return { missing: 'the picture model did not answer' }
  const asked = { crop: picture.asked, vector: first.vector }
  const known = await knownPicture(store, looker.thumbnailsOf, {
    thumbnail: first.thumbnail,
    seen: asked,
    colorsAt: embedder.colorsAt,
  })
  const resemblance = resemblanceOf(embedder)
  const shown = known
    ? { ...known, floor: pictureFloor(store, resemblance) }
    : await bestMatchingCrop(looker, picture, asked)
  const { likeness, order } = embedder
  const sought = { store, vector: shown.vector, likeness, order, resemblance, floor: shown.floor }
  return { hits: await allowed.nearest(shop, built.request, sought), crop: shown.crop, vector: shown.vector }
}

interface Looker {
  store: VectorStore
  embedder: ImageEmbedder
  thumbnailsOf: (productIds: readonly number[]) => ReturnType<StoredThumbnails>
}

/** Returns the part that matches the catalog best, and how similar a product must be to it. */
async function bestMatchingCrop(
  looker: Looker,
  picture: QueryPicture,
  asked: SeenCrop,
): Promise<SeenCrop & { floor: number }> {
  const { store, embedder, thumbnailsOf } = looker
  const [, ...guesses] = cropsOf(picture)
  const seen = [asked, ...(await seeCrops(embedder, picture, guesses))]
  const guessed = bestCrop(store, seen)
  const framings = await seeCrops(embedder, picture, otherFramed(store, picture, { guessed, likeliest: guesses[0] }))
  const best = bestCrop(store, [guessed, ...framings])
  const same = await samePicture(store, thumbnailsOf, {
    picture: picture.small,
    crops: picture.croppedBy === 'caller' ? [WHOLE_PICTURE] : [...seen, best].map(({ crop }) => crop),
    seen: [...seen, ...framings],
  })
  const resemblance = resemblanceOf(embedder)
  // A close-up of fabric looks like a mere texture, but may be a picture of the catalog.
  if (same || isOwnPicture(store, asked.vector)) return { ...(same ?? best), floor: pictureFloor(store, resemblance) }
  if (showsNothing(embedder, picture, asked.vector)) return { ...best, floor: Number.POSITIVE_INFINITY }
  const floor =
    isWhole(best.crop) || isFramed(picture)
      ? floorFor(store, resemblance, best.vector)
      : floorForGuess(store, resemblance, { whole: asked.vector, part: best.vector })
  return { ...best, floor }
}

/** From this certainty on, no part of the picture is searched: some part of a texture always resembles a rug. */
const NO_PRODUCT_CERTAINTY = 0.97

function showsNothing({ noProductProbability }: ImageEmbedder, picture: QueryPicture, vector: Float32Array): boolean {
  return (
    isPage(picture) ||
    (picture.croppedBy === 'service' &&
      noProductProbability !== undefined &&
      noProductProbability(vector) >= NO_PRODUCT_CERTAINTY)
  )
}

function isOwnPicture(store: VectorStore, vector: Float32Array): boolean {
  return (store.search({ vector, k: 1 })[0]?.similarity ?? 0) >= SAME_PICTURE
}

/** The catalog may show more or less around a product than the guessed part does. */
function otherFramed(
  store: VectorStore,
  { scene, croppedBy }: QueryPicture,
  { guessed, likeliest }: { guessed: SeenCrop; likeliest: Crop | undefined },
): Crop[] {
  if (croppedBy === 'caller') return []
  return [
    ...(isWhole(guessed.crop) ? [] : otherFramings(guessed.crop, scene)),
    ...(likeliest === undefined || isOwnPicture(store, guessed.vector) ? [] : wideFramings(likeliest, scene)),
  ]
}

const ASKED = 3

/** Returns the part with the highest mean similarity to its nearest products; on a tie, the first. */
export function bestCrop(store: VectorStore, seen: readonly SeenCrop[]): SeenCrop {
  const agreements = seen.map(({ vector }) => {
    const hits = store.search({ vector, k: ASKED })
    const first = hits[0]?.similarity ?? 0
    // A part that equals a picture of the catalog ranks above every mean similarity.
    if (first >= SAME_PICTURE) return 1 + first
    return hits.reduce((sum, { similarity }) => sum + similarity, 0) / Math.max(1, hits.length)
  })
  return seen[agreements.indexOf(Math.max(...agreements))]!
}

/** Makes vector and thumbnail exactly as for the catalog. Returns undefined if the model does not answer. */
async function lookAtAsked(embedder: ImageEmbedder, { bytes, scene, small, asked }: QueryPicture) {
  const { decoded } = embedder
  const seen = await answered(async (signal) => {
    if (decoded === undefined) {
      const file = isWhole(asked) ? bytes : await cutFile(scene, asked)
      return { vectors: await embedder.embed([file], 'query', signal), pixels: small }
    }
    const { side } = decoded
    // A whole picture is reduced from the original file, so that a catalog picture gets exactly the same pixels.
    const pixels = isWhole(asked) ? await smallPicture(bytes, side) : await cutPicture(scene, asked, side)
    return { vectors: await decoded.embed([pixels], 'query', signal), pixels }
  })
  const [vector] = seen?.vectors ?? []
  return seen && vector && { vector, thumbnail: thumbnailOf(seen.pixels) }
}

/** Returns an empty list if the model does not answer in time. */
async function seeCrops(embedder: ImageEmbedder, { scene }: QueryPicture, crops: readonly Crop[]): Promise<SeenCrop[]> {
  if (crops.length === 0) return []
  const { decoded } = embedder
  const vectors = await answered(async (signal) => {
    if (decoded === undefined)
      return embedder.embed(await Promise.all(crops.map((crop) => cutFile(scene, crop))), 'query', signal)
    const parts = await Promise.all(crops.map((crop) => cutPicture(scene, crop, decoded.side)))
    return decoded.embed(parts, 'query', signal)
  })
  return (vectors ?? []).map((vector, i) => ({ crop: crops[i]!, vector }))
}

/** Returns undefined if the model is unavailable or does not answer in time. */
async function answered<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  try {
    return await ask(AbortSignal.timeout(DEADLINE_MS))
  } catch (error) {
    if (error instanceof NotEmbeddable) throw new Refusal(400, UNREADABLE)
    if (error instanceof EmbedderUnavailable || (error as Error).name === 'TimeoutError') return undefined
    throw error
  }
}

function isWhole({ x, y, width, height }: Crop): boolean {
  const { x: left, y: top, width: wide, height: high } = WHOLE_PICTURE
  return x === left && y === top && width === wide && height === high
}
