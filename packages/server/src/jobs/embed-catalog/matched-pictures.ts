import { decodeThumbnail, decodeVector, dot } from '@vitrine/engine'
import type { MatchedPictures } from '../../features/image-search/matched-picture.ts'
import type { StoredThumbnails } from '../../features/image-search/same-picture.ts'
import { contentHash, type VectorArchive } from '../../ports/vector-archive/vector-archive.ts'

/** Vectors in memory do not record which picture they were made from, so those on disk are read. For a page of products that is little. */
export function matchedPictures(archive: VectorArchive): MatchedPictures {
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

/** Reads thumbnails on demand: in memory, they would take twice as much space as the vectors. */
export function storedThumbnails(archive: VectorArchive): StoredThumbnails {
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
