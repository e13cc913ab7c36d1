/** The products that look like the picture, nearest first, or the reason why nothing can be said. */
import { cutFile } from '@vitrine/embedder/pictures'
import { type Crop, otherFramings, type VectorStore, wideFramings, WHOLE_PICTURE } from '@vitrine/engine'
import { EmbedderUnavailable, type ImageEmbedder, NotEmbeddable } from '@vitrine/embedder'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { Refusal } from '../errors.ts'
import type { BuiltSearchRequest } from '../query/build-search-request.ts'
import type { ShopVectors } from '../vectors/shop-vectors.ts'
import { type AlikeHit, type AllowedProducts, SAME_PICTURE } from './allowed-products.ts'
import { UNREADABLE } from './check-picture.ts'
import { pictureFloor, resemblanceOf } from './picture-floor.ts'
import type { QueryPicture } from './query-picture.ts'
import { samePicture, type SeenCrop, type StoredThumbnails } from './same-picture.ts'

export interface NearestByImageDeps {
  vectors: ShopVectors
  /** The model that made the vectors of that space. */
  imageEmbedderOf: (space: string) => ImageEmbedder | undefined
  allowed: AllowedProducts
  thumbnails: StoredThumbnails
}

export interface AlikeProducts {
  hits: AlikeHit[]
  /** What of the picture they look like. */
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
  if (store === undefined || store.size === 0) return { missing: 'the pictures of the catalog are not known yet' }
  const embedder = imageEmbedderOf(store.space)
  if (embedder === undefined) return { missing: 'there is no model for pictures' }
  const seen = await embedCrops(embedder, picture, picture.crops)
  if (seen === undefined) return { missing: 'the model for pictures did not answer' }
  const guessed = bestCrop(store, picture.crops, seen)
  const framings = await otherwiseFramed({ store, embedder }, picture, guessed)
  const tried = [guessed, ...framings]
  const best = bestCrop(
    store,
    tried.map(({ crop }) => crop),
    tried.map(({ vector }) => vector),
  )
  const same = await samePicture(store, (ids) => thumbnails(shop.id, store.space, ids), {
    picture: picture.small,
    crops: picture.croppedBy === 'caller' ? [WHOLE_PICTURE] : [...picture.crops, best.crop],
    seen: [...seen.map((vector, i) => ({ crop: picture.crops[i]!, vector })), ...framings],
  })
  const { crop, vector } = same ?? best
  const resemblance = resemblanceOf(embedder)
  // A close-up of a fabric is a texture, and yet the catalog's own.
  const isFound = same !== undefined || isOwnPicture(store, seen[0]!) || !showsNothing(embedder, picture, seen)
  const floor = isFound ? pictureFloor(store, resemblance) : Number.POSITIVE_INFINITY
  const { likeness, order } = embedder
  const sought = { store, vector, likeness, order, resemblance, floor }
  return { hits: await allowed.nearest(shop, built.request, sought), crop, vector }
}

/** A whole picture so sure to show nothing is not searched for a part that might: some patch of a texture always looks like a rug. */
const SURE = 0.97

function showsNothing(
  { doubt }: ImageEmbedder,
  { isPage, croppedBy }: QueryPicture,
  seen: readonly Float32Array[],
): boolean {
  return isPage || (croppedBy === 'service' && doubt !== undefined && doubt(seen[0]!) >= SURE)
}

function isOwnPicture(store: VectorStore, vector: Float32Array): boolean {
  return (store.search({ vector, k: 1 })[0]?.similarity ?? 0) >= SAME_PICTURE
}

/**
 * A part that was guessed may have been framed otherwise by the catalog: other margins around it are tried as well, and wide ones around a small
 * thing, unless the picture is one of the catalog as it is.
 */
async function otherwiseFramed(
  { store, embedder }: { store: VectorStore; embedder: ImageEmbedder },
  picture: QueryPicture,
  best: SeenCrop,
): Promise<SeenCrop[]> {
  if (picture.croppedBy === 'caller') return []
  const likeliest = picture.crops[1]
  const framings = [
    ...(isWhole(best.crop) ? [] : otherFramings(best.crop, picture.scene)),
    ...(likeliest === undefined || isOwnPicture(store, best.vector) ? [] : wideFramings(likeliest, picture.scene)),
  ]
  if (framings.length === 0) return []
  const seen = (await embedCrops(embedder, picture, framings)) ?? []
  return seen.map((vector, i) => ({ crop: framings[i]!, vector }))
}

/** Products asked whether a crop shows something of the catalog. */
const ASKED = 3

/** The crop that the catalog knows best; of equals the first. */
export function bestCrop(store: VectorStore, crops: readonly Crop[], vectors: readonly Float32Array[]): SeenCrop {
  const agreements = vectors.map((vector) => {
    const hits = store.search({ vector, k: ASKED })
    const first = hits[0]?.similarity ?? 0
    // A picture of the catalog itself is beyond doubt: more than any agreement of several.
    if (first >= SAME_PICTURE) return 1 + first
    return hits.reduce((sum, { similarity }) => sum + similarity, 0) / Math.max(1, hits.length)
  })
  const best = agreements.indexOf(Math.max(...agreements))
  return { crop: crops[best]!, vector: vectors[best]! }
}

async function embedCrops(
  embedder: ImageEmbedder,
  { bytes, scene }: QueryPicture,
  crops: readonly Crop[],
): Promise<Float32Array[] | undefined> {
  // The whole picture goes as it came, so that the catalog's own is recognized to the last digit.
  const files = await Promise.all(crops.map((crop) => (isWhole(crop) ? bytes : cutFile(scene, crop))))
  try {
    return await embedder.embed(files, 'query', AbortSignal.timeout(DEADLINE_MS))
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
