import { afterEach, describe, expect, it } from 'vitest'
import type { ProductVectors, VectorArchive, VectorItem } from './vector-archive.ts'

const wanted = { shop: 'a.example', kind: 'text', space: 'model@1', dimension: 2, embedder: 'local' } as const

function vectors(productId: number, ...hashes: string[]): ProductVectors {
  return { productId, items: hashes.map((hash, i) => ({ hash, bytes: Uint8Array.of(productId, i) })) }
}

interface VectorPlace {
  open: () => VectorArchive
  remove: () => void
}

/** Within one test, `open` always opens the same location, which is empty at first. */
export function vectorArchiveContract(name: string, place: () => Promise<VectorPlace> | VectorPlace): void {
  describe(`${name} as a VectorArchive`, () => {
    const cleanups: (() => Promise<void> | void)[] = []
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    })
    async function start() {
      const { open, remove } = await place()
      cleanups.push(remove)
      let archive = open()
      cleanups.push(() => archive.close())
      return {
        archive: () => archive,
        reopen: async () => {
          await archive.close()
          archive = open()
        },
      }
    }

    it('opens a space once and keeps its position', async () => {
      const { archive, reopen } = await start()
      const first = await archive().openSpace(wanted)
      expect(first).toMatchObject({ ...wanted, seq: 0, complete: false })
      await archive().write(first.id, { puts: [vectors(5, 'x')], deletes: [], seq: 12, complete: true })
      await reopen()
      expect(await archive().openSpace(wanted)).toEqual({ ...first, seq: 12, complete: true })
      expect(await archive().listSpaces('a.example')).toHaveLength(1)
      expect(await archive().listSpaces('b.example')).toEqual([])
      expect(await archive().listSpaces(null)).toHaveLength(1)
    })

    it('replaces and removes all vectors of a product together', async () => {
      const archive = (await start()).archive()
      const { id } = await archive.openSpace(wanted)
      await archive.write(id, { puts: [vectors(1, 'a', 'b', 'c'), vectors(2, 'd')], deletes: [] })
      await archive.write(id, { puts: [vectors(1, 'e')], deletes: [2] })
      expect(plain(await archive.scan(id, 0, 10))).toEqual(plain([vectors(1, 'e')]))
      expect(await archive.count(id)).toBe(1)
    })

    it('scans complete products in number order, in pages', async () => {
      const archive = (await start()).archive()
      const { id } = await archive.openSpace(wanted)
      await archive.write(id, { puts: [vectors(30, 'x'), vectors(10, 'a', 'b'), vectors(20, 'c', 'd')], deletes: [] })
      expect(plain(await archive.scan(id, 0, 2))).toEqual(plain([vectors(10, 'a', 'b'), vectors(20, 'c', 'd')]))
      expect(plain(await archive.scan(id, 20, 2))).toEqual(plain([vectors(30, 'x')]))
      expect(await archive.scan(id, 30, 2)).toEqual([])
      expect(plain(await archive.get(id, [20, 99]))).toEqual(plain([vectors(20, 'c', 'd')]))
      expect(await archive.get(id, [])).toEqual([])
    })

    it('stores the thumbnail of a picture with its vector, if there is one', async () => {
      const { archive, reopen } = await start()
      const { id } = await archive().openSpace(wanted)
      const items = [
        { hash: 'a', bytes: Uint8Array.of(1), thumbnail: Uint8Array.of(7, 8) },
        { hash: 'b', bytes: Uint8Array.of(2) },
        { hash: 'c', bytes: Uint8Array.of(3), thumbnail: Uint8Array.of() },
      ]
      await archive().write(id, { puts: [{ productId: 4, items }], deletes: [] })
      await reopen()
      const [stored] = await archive().get(id, [4])
      expect(stored?.items.map(({ thumbnail }) => thumbnail && [...thumbnail])).toEqual([[7, 8], undefined, []])
      const [scanned] = await archive().scan(id, 0, 1)
      expect(scanned?.items.map(({ thumbnail }) => thumbnail)).toEqual([undefined, undefined, undefined])
    })

    describe('the colors of pictures', () => {
      const images = { ...wanted, kind: 'image' } as const
      const pictures = (productId: number, colors: Record<string, VectorItem['color']>): ProductVectors => ({
        productId,
        items: Object.entries(colors).map(([hash, color]) => ({
          hash,
          bytes: Uint8Array.of(1),
          ...(color !== undefined && { color }),
        })),
      })
      const clear = async (archive: VectorArchive, ...ids: number[]) =>
        (await archive.pictureColors('a.example', ids))
          .map(({ productId, hash, color }) => `${productId} ${hash} ${color}`)
          .sort()

      it('are stored, and clear ones are returned by product', async () => {
        const { archive, reopen } = await start()
        const { id } = await archive().openSpace(images)
        await archive().write(id, {
          puts: [pictures(1, { a: 'blue', b: '', c: undefined }), pictures(2, { a: 'red' })],
          deletes: [],
        })
        await reopen()
        expect(await clear(archive(), 1, 2, 3)).toEqual(['1 a blue', '2 a red'])
        expect(await clear(archive(), 2)).toEqual(['2 a red'])
        expect(await archive().pictureColors('b.example', [1])).toEqual([])
        const [stored] = await archive().get(id, [1])
        expect(stored?.items.map(({ color }) => color)).toEqual(['blue', '', undefined])
      })

      it('are removed with their picture, their product and the last space of the shop', async () => {
        const archive = (await start()).archive()
        const { id } = await archive.openSpace(images)
        const other = await archive.openSpace({ ...images, space: 'model@2' })
        await archive.write(id, {
          puts: [pictures(1, { a: 'blue', b: 'red' }), pictures(2, { a: 'red' })],
          deletes: [],
        })
        await archive.write(id, { puts: [pictures(1, { b: 'red', c: 'green' })], deletes: [2] })
        expect(await clear(archive, 1, 2)).toEqual(['1 b red', '1 c green'])
        await archive.dropSpace(id)
        expect(await clear(archive, 1)).toEqual(['1 b red', '1 c green'])
        await archive.dropSpace(other.id)
        expect(await clear(archive, 1)).toEqual([])
        expect(await archive.lastPictureChange('a.example')).toBe(0)
      })

      it('are returned in the order in which they became known, only if they have changed', async () => {
        const archive = (await start()).archive()
        const { id } = await archive.openSpace(images)
        const reported = async () => {
          const ids: number[][] = []
          for (let place = 0; ; ) {
            const page = await archive.pictureChanges('a.example', place, 1)
            if (!page) return { ids, place }
            ids.push([...page.productIds].sort())
            place = page.place
          }
        }
        expect(await reported()).toEqual({ ids: [], place: 0 })
        await archive.write(id, { puts: [pictures(5, { a: '' })], deletes: [] })
        await archive.write(id, {
          puts: [pictures(3, { a: 'red' }), pictures(6, { a: '' }), pictures(2, { a: 'red', b: 'blue' })],
          deletes: [],
        })
        await archive.write(id, { puts: [pictures(1, { a: 'red' })], deletes: [] })
        const first = await reported()
        expect(first.ids).toEqual([[2, 3], [1]])
        await archive.write(id, { puts: [pictures(2, { a: 'red', b: 'blue' }), pictures(5, { a: '' })], deletes: [] })
        expect((await reported()).ids).toEqual([[2, 3], [1]])
        await archive.write(id, { puts: [pictures(3, { a: '' }), pictures(5, { a: 'green' })], deletes: [] })
        const second = await reported()
        expect(second.ids).toEqual([[2], [1], [3, 5]])
        expect(second.place).toBeGreaterThan(first.place)
        expect(await archive.lastPictureChange('a.example')).toBeGreaterThanOrEqual(second.place)
        await archive.write(id, { puts: [], deletes: [5, 3] })
        await archive.write(id, { puts: [pictures(9, { a: 'red' })], deletes: [] })
        const after = await archive.pictureChanges('a.example', second.place, 10)
        expect(after?.productIds, 'no number is used again').toEqual([9])
      })
    })

    it('separates spaces and drops one with its vectors', async () => {
      const archive = (await start()).archive()
      const old = await archive.openSpace(wanted)
      const next = await archive.openSpace({ ...wanted, space: 'model@2' })
      await archive.write(old.id, { puts: [vectors(1, 'a')], deletes: [] })
      await archive.dropSpace(old.id)
      expect(await archive.scan(old.id, 0, 10)).toEqual([])
      expect(await archive.listSpaces('a.example')).toEqual([next])
      const again = await archive.openSpace(wanted)
      expect(again.id).toBeGreaterThan(next.id)
      expect(await archive.count(again.id)).toBe(0)
    })

    it('stores failures by product until they are replaced, and returns those that are due', async () => {
      const archive = (await start()).archive()
      const failure = (productId: number, retryAtMs: number | null) => ({
        productId,
        src: `/${productId}.jpg`,
        reason: 'timeout',
        attempts: 1,
        retryAtMs,
      })
      await archive.setFailures('a.example', [1, 2, 3], [failure(1, 100), failure(2, 200), failure(3, null)])
      expect(await archive.dueFailures('a.example', 150, 10)).toEqual([1])
      expect(await archive.dueFailures('a.example', 1e12, 10)).toEqual([1, 2])
      expect(await archive.dueFailures('b.example', 1e12, 10)).toEqual([])
      await archive.setFailures('a.example', [1, 2], [failure(2, 900)])
      expect(await archive.listFailures('a.example', 10)).toEqual([failure(2, 900), failure(3, null)])
      expect(await archive.failuresOf('a.example', [1, 3])).toEqual([failure(3, null)])
    })
  })
}

function plain(products: readonly ProductVectors[]) {
  return products.map(({ productId, items }) => ({
    productId,
    items: items.map(({ hash, bytes }) => [hash, ...bytes]),
  }))
}
