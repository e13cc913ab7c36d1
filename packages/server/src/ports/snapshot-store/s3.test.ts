import { afterAll, describe, expect, it } from 'vitest'
import { s3SnapshotStore, SnapshotsAway } from './s3.ts'
import { snapshotStoreContract } from './snapshot-store.contract.ts'
import { startS3Server } from './testing/s3-server.ts'

/** A tool of another language: its absence is no failure, but it is said. */
const server = await startS3Server().catch((error: Error) => {
  console.log(
    `no S3-compatible server could be started (python3 with pip installs one): ${error.message.slice(0, 200)}`,
  )
})
afterAll(() => server?.stop())

let opened = 0
const newPrefix = () => `${server?.settings.prefix}/${++opened}`

describe.skipIf(!server)('in an S3-compatible server,', () => {
  snapshotStoreContract('S3', async () => {
    const settings = { ...server!.settings, prefix: newPrefix() }
    return [s3SnapshotStore(settings), s3SnapshotStore(settings)]
  })

  it('more contents than one listing holds are collected', async () => {
    const store = s3SnapshotStore({ ...server!.settings, prefix: newPrefix(), listedAtOnce: 2 })
    const puts = Array.from({ length: 6 }, (_, i) => store.put(new TextEncoder().encode(`content ${i}`)))
    const [kept] = await Promise.all(puts)
    await store.publish('m', { contents: [kept!], note: {} }, null)
    expect(await store.collect(Date.now() + 86_400_000)).toBe(5)
    expect(await store.get(kept!)).toBeDefined()
  })

  it('a wrong bucket is an error, not an absence', async () => {
    const store = s3SnapshotStore({ ...server!.settings, bucket: 'not-there' })
    await expect(store.put(new Uint8Array([1]))).rejects.toThrow(SnapshotsAway)
  })
})
