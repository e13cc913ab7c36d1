import { describe, expect, it } from 'vitest'
import type { SnapshotStore } from './snapshot-store.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const YEAR_MS = 365 * 86_400_000

/** `open` returns two nodes over one empty store. */
export function snapshotStoreContract(name: string, open: () => Promise<[SnapshotStore, SnapshotStore]>): void {
  describe(`${name} as a SnapshotStore`, () => {
    it('returns the bytes of a hash on any node, and undefined for an unknown hash', async () => {
      const [a, b] = await open()
      const large = new Uint8Array(3_000_000).map((_, i) => i * 7)
      const hash = await a.put(large)
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      expect(Buffer.from((await b.get(hash)) ?? []).equals(large)).toBe(true)
      expect(await b.put(large)).toBe(hash)
      expect(await a.get('0'.repeat(64))).toBeUndefined()
      expect(await a.get('../manifests')).toBeUndefined()
    })

    it('returns a published manifest with its note on every node', async () => {
      const [a, b] = await open()
      expect(await b.manifest('index one')).toBeUndefined()
      const contents = [await a.put(bytesOf('x')), await a.put(bytesOf('y'))]
      expect(await a.publish('index one', { contents, note: { seq: 4, key: 'k' } }, null)).toBe(true)
      expect(await b.manifest('index one')).toMatchObject({ contents, note: { seq: 4, key: 'k' } })
      expect(await b.manifest('index two')).toBeUndefined()
    })

    it('lets one of two concurrent calls replace a manifest, and tells the other', async () => {
      const [a, b] = await open()
      const manifest = (seq: number) => ({ contents: [], note: { seq } })
      const firsts = await Promise.all([a.publish('m', manifest(1), null), b.publish('m', manifest(2), null)])
      expect(firsts.toSorted()).toEqual([false, true])
      const { version } = (await a.manifest('m'))!
      const seconds = await Promise.all([a.publish('m', manifest(3), version), b.publish('m', manifest(4), version)])
      expect(seconds.toSorted()).toEqual([false, true])
      const now = (await b.manifest('m'))!
      expect(now.note.seq).toBe(seconds[0] ? 3 : 4)
      expect(now.version).not.toBe(version)
      expect(await b.publish('m', manifest(5), null)).toBe(false)
    })

    it('distinguishes a manifest from the same one published again', async () => {
      const [a, b] = await open()
      const one = { contents: [], note: { seq: 1 } }
      await a.publish('m', one, null)
      const first = (await a.manifest('m'))!.version
      await b.publish('m', { contents: [], note: { seq: 2 } }, first)
      await b.publish('m', one, (await b.manifest('m'))!.version)
      expect(await a.publish('m', one, first)).toBe(false)
    })

    it('withdraws a manifest, even if there is none', async () => {
      const [a, b] = await open()
      await a.publish('m', { contents: [], note: {} }, null)
      await b.withdraw('m')
      await a.withdraw('m')
      expect(await a.manifest('m')).toBeUndefined()
      expect(await b.publish('m', { contents: [], note: {} }, null)).toBe(true)
    })

    it('discards contents at once, even if there are none', async () => {
      const [a, b] = await open()
      const [gone, kept] = [await a.put(bytesOf('g')), await a.put(bytesOf('k'))]
      for (const node of [a, b]) await node.discard(gone)
      await b.discard('../manifests')
      expect(await a.get(gone)).toBeUndefined()
      expect(await a.get(kept)).toEqual(expect.anything())
    })

    it('collects contents that no manifest names and that were stored before the given time', async () => {
      const [a, b] = await open()
      const [kept, replaced, stray] = [await a.put(bytesOf('k')), await a.put(bytesOf('r')), await a.put(bytesOf('s'))]
      await a.publish('m', { contents: [kept, replaced], note: {} }, null)
      await b.publish('m', { contents: [kept], note: {} }, (await b.manifest('m'))!.version)
      expect(await b.collect(Date.now() - YEAR_MS)).toBe(0)
      expect(await b.collect(Date.now() + YEAR_MS)).toBe(2)
      expect(await a.get(kept)).toEqual(expect.anything())
      expect([await a.get(replaced), await a.get(stray)]).toEqual([undefined, undefined])
    })
  })
}
