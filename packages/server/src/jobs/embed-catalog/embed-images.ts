import {
  COLOR_DIMENSIONS,
  colorDescriptor,
  decodeThumbnail,
  decodeVector,
  encodeThumbnail,
  encodeVector,
  labPicture,
  shrinkToThumbnail,
  THUMBNAIL_SIDE,
} from '@vitrine/engine'
import { colorFamilyOf, type ImageEmbedder, NotEmbeddable } from '@vitrine/embedder'
import { decodePicture, imageFormatOf, smallPicture } from '@vitrine/embedder/pictures'
import { ImageRefused, type ImageSource } from '../../ports/image-source/image-source.ts'
import type { Product } from '../../ports/record-store/product.ts'
import { contentHash, type ImageFailure, type VectorItem } from '../../ports/vector-archive/vector-archive.ts'
import type { ItemEmbedder } from './item-vectors.ts'

export interface ImageItemsDeps {
  embedder: ImageEmbedder
  images: ImageSource
  /** Earlier failures make the next wait longer. */
  failuresOf: (productIds: readonly number[]) => Promise<readonly ImageFailure[]>
  clock: () => number
  /** Aborted when the pictures are no longer needed. Fetches then reject, which is not a failure. */
  signal: AbortSignal
}

/** Limit for a product and its variants; only very large albums exceed it. */
export const PICTURES_A_PRODUCT = 24
/** Most pictures of a shop are on one host, which must not be overloaded. */
const FETCHES_AT_ONCE = 6
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 24 * 3_600_000
const MAX_ATTEMPTS = 10

/** Makes one vector per picture. A failed picture is recorded and does not delay others. */
export function imageItems(deps: ImageItemsDeps): ItemEmbedder {
  const images = sparingDeadHosts(deps.images, deps.clock)
  return async (products, known) => {
    const earlier = await deps.failuresOf(products.map(({ id }) => id))
    const failures: ImageFailure[] = []
    const limit = limited(FETCHES_AT_ONCE)
    const vectors = await Promise.all(
      products.map(async (product) => {
        const pictures = await Promise.all(
          picturesOf(product).map((src) => limit(() => pictureVector({ ...deps, images }, src, known.get(product.id)))),
        )
        for (const picture of pictures) if (picture.error) failures.push(failureOf(deps, product.id, picture, earlier))
        return { productId: product.id, items: pictures.flatMap(({ item }) => item ?? []) }
      }),
    )
    return { vectors, failures }
  }
}

/** After so many failed fetches in a row, a host is left alone for `REST_MS`. */
const DEAD_FROM = 3
/** Shorter than the first wait of a failed picture, so that the retry contacts the host. */
const REST_MS = 45_000

/** A few timeouts would delay other shops. The host's other pictures count as failed and are retried later. */
function sparingDeadHosts(images: ImageSource, clock: () => number): ImageSource {
  const dead = new Map<string, DeadHost>()
  const noteFailure = (host: string, error: unknown) => {
    if (!(error instanceof ImageRefused) || (error.reason !== 'timeout' && error.reason !== 'network')) return
    const failures = (dead.get(host)?.failures ?? 0) + 1
    dead.set(host, { failures, untilMs: clock() + REST_MS, reason: error.reason })
  }
  return {
    async fetch(url, signal) {
      // Vitrine's own pictures have no host.
      if (!URL.canParse(url)) return images.fetch(url, signal)
      const { host } = new URL(url)
      const known = dead.get(host)
      if (known && clock() >= known.untilMs) dead.delete(host)
      else if (known && known.failures >= DEAD_FROM) throw new ImageRefused(known.reason, `${host} does not answer`)
      try {
        const file = await images.fetch(url, signal)
        dead.delete(host)
        return file
      } catch (error) {
        noteFailure(host, error)
        throw error
      }
    },
  }
}

interface DeadHost {
  failures: number
  untilMs: number
  reason: ImageRefused['reason']
}

function picturesOf({ images }: Product): string[] {
  const sources = images.map(({ src }) => src).filter((src) => src !== '')
  return [...new Set(sources)].slice(0, PICTURES_A_PRODUCT)
}

interface EmbeddedPicture {
  src: string
  item?: VectorItem | undefined
  error?: ImageRefused | NotEmbeddable
}

async function pictureVector(
  { embedder, images, signal }: ImageItemsDeps,
  src: string,
  known: ReadonlyMap<string, VectorItem> | undefined,
): Promise<EmbeddedPicture> {
  const hash = contentHash(src)
  const item = known?.get(hash)
  if (item?.thumbnail !== undefined) return { src, item: item.color === undefined ? colored(embedder, item) : item }
  signal.throwIfAborted()
  try {
    const file = await images.fetch(src, signal)
    return { src, item: colored(embedder, { hash, ...(await embedFile(embedder, file)) }) }
  } catch (error) {
    signal.throwIfAborted()
    // Only faults of the picture are recorded. If the model fails, the step is repeated. A known `item` only lacks its
    // thumbnail.
    if (error instanceof ImageRefused || error instanceof NotEmbeddable) return { src, item, error }
    throw error
  }
}

/** If the model accepts decoded pictures, the file is decoded once for vector and thumbnail. */
async function embedFile(embedder: ImageEmbedder, file: Uint8Array): Promise<Pick<VectorItem, 'bytes' | 'thumbnail'>> {
  const { decoded } = embedder
  const picture = decoded && (await smallPicture(file, decoded.side))
  const [[vector], thumbnail] = await Promise.all([
    picture ? decoded!.embed([picture], 'document') : embedder.embed([file], 'document'),
    picture ? encodeThumbnail(shrinkToThumbnail(picture)) : thumbnailOfFile(file),
  ])
  return { bytes: encodeVector(vector!), thumbnail }
}

/** Takes the color from the vector if it contains colors, otherwise from the thumbnail. */
function colored({ colorsAt }: ImageEmbedder, item: VectorItem): VectorItem {
  const picture = colorsAt === undefined && item.thumbnail ? decodeThumbnail(item.thumbnail) : undefined
  const colors =
    colorsAt === undefined
      ? picture && colorDescriptor(labPicture(picture))
      : decodeVector(item.bytes).subarray(colorsAt, colorsAt + COLOR_DIMENSIONS)
  return { ...item, color: (colors && colorFamilyOf(colors)) ?? '' }
}

/** Empty if only the model can decode the file. */
async function thumbnailOfFile(file: Uint8Array): Promise<Uint8Array> {
  if (imageFormatOf(file) === undefined) return new Uint8Array()
  try {
    return encodeThumbnail(await decodePicture(file, THUMBNAIL_SIDE))
  } catch {
    return new Uint8Array()
  }
}

function failureOf(
  { clock }: ImageItemsDeps,
  productId: number,
  { src, error }: EmbeddedPicture,
  earlier: readonly ImageFailure[],
): ImageFailure {
  const before = earlier.find((failure) => failure.productId === productId && failure.src === src)
  const attempts = (before?.attempts ?? 0) + 1
  const reason = error instanceof ImageRefused ? error.reason : 'not an image'
  const again = error instanceof ImageRefused && error.mayPass && attempts < MAX_ATTEMPTS
  return { productId, src, reason, attempts, retryAtMs: again ? clock() + waitMs(attempts) : null }
}

function waitMs(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 4 ** (attempts - 1))
}

function limited(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
