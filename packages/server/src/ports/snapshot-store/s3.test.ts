import { AwsClient } from 'aws4fetch'
import { afterAll, describe, expect, it } from 'vitest'
import { contentHash } from './content-hash.ts'
import { s3SnapshotStore, SnapshotStoreUnavailable } from './s3.ts'
import { MAX_MANIFEST_BYTES } from './snapshot-store.ts'
import { snapshotStoreContract } from './snapshot-store.contract.ts'
import { startS3Server } from './testing/s3-server.ts'

/** The server needs Python. If it cannot start, the tests are skipped and the reason is printed. */
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

  it('collects more contents than one listing returns', async () => {
    const store = s3SnapshotStore({ ...server!.settings, prefix: newPrefix(), listedAtOnce: 2 })
    const puts = Array.from({ length: 6 }, (_, i) => store.put(new TextEncoder().encode(`content ${i}`)))
    const [kept] = await Promise.all(puts)
    await store.publish('m', { contents: [kept!], note: {} }, null)
    expect(await store.collect(Date.now() + 86_400_000)).toBe(5)
    expect(await store.get(kept!)).toBeDefined()
  })

  it('collects only contents of this store, whatever the names of other files are', async () => {
    const { endpoint, bucket, ...access } = server!.settings
    const prefix = newPrefix()
    const store = s3SnapshotStore({ ...server!.settings, prefix })
    const client = new AwsClient({ ...access, service: 's3' })
    const at = (key: string) => `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
    const put = (url: string) => client.fetch(url, { method: 'PUT', body: 'x' })
    const victim = `${prefix.split('/')[0]}/victim`
    const dots = `${prefix}/contents/../../victim`.replaceAll('/', '%2F')
    const foreign = [at(victim), `${endpoint}/${bucket}/${dots}`, at(`${prefix}/manifests/readme.txt`)]
    for (const url of foreign) expect((await put(url)).status).toBe(200)
    await store.put(new TextEncoder().encode('not named'))
    expect(await store.collect(Date.now() + 86_400_000)).toBe(1)
    for (const url of foreign) expect([url, (await client.fetch(url)).status]).toEqual([url, 200])
  })

  it('ignores a manifest that is too large, and collects nothing while it exists', async () => {
    const { endpoint, bucket, ...access } = server!.settings
    const prefix = newPrefix()
    const store = s3SnapshotStore({ ...server!.settings, prefix })
    const hash = await store.put(new TextEncoder().encode('named'))
    await store.publish('m', { contents: [hash], note: {} }, null)
    const name = contentHash(new TextEncoder().encode('m'))
    const body = `{"contents":["${hash}"],"note":{}${' '.repeat(2 * MAX_MANIFEST_BYTES)}}`
    const client = new AwsClient({ ...access, service: 's3' })
    await client.fetch(`${endpoint}/${bucket}/${prefix}/manifests/${name}`, { method: 'PUT', body })
    const found = await store.manifest('m')
    expect(found).toMatchObject({ contents: [], note: {} })
    await expect(store.collect(Date.now() + 86_400_000)).rejects.toThrow('is not a manifest')
    expect(await store.publish('m', { contents: [hash], note: {} }, found!.version)).toBe(true)
    expect((await store.manifest('m'))!.contents).toEqual([hash])
  })

  it('throws for an unknown bucket instead of returning undefined', async () => {
    const store = s3SnapshotStore({ ...server!.settings, bucket: 'not-there' })
    await expect(store.put(new Uint8Array([1]))).rejects.toThrow(SnapshotStoreUnavailable)
  })
})
