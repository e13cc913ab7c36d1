import { createApp, effectScope, nextTick, ref } from 'vue'
import { describe, expect, it } from 'vitest'
import { createClient } from '../client.ts'
import { useClient, useSearch, vitrine } from './index.ts'

/** Creates a client that answers with the query of the request when the test releases the answer. */
function heldClient() {
  const waiting: { query: string; answer: (status?: number) => void; aborted: () => boolean }[] = []
  const fetch = ((_url: string, { body, signal }: { body: string; signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const { query } = JSON.parse(body)
      signal.addEventListener('abort', () => reject(signal.reason))
      const answer = (status = 200) => resolve(Response.json({ request_id: query, products: [] }, { status }))
      waiting.push({ query, answer, aborted: () => signal.aborted })
    })) as unknown as typeof globalThis.fetch
  const client = createClient({ shop: 's.example', apiKey: 'k', baseUrl: 'http://x.example', fetch })
  return { client, waiting }
}

const until = (isTrue: () => boolean) =>
  new Promise<void>((done) => {
    const look = () => (isTrue() ? done() : setImmediate(look))
    look()
  })

describe('useSearch of Vue', () => {
  it('searches again when the request changes, and drops an answer that comes too late', async () => {
    const { client, waiting } = heldClient()
    const query = ref('mug')
    const { data, loading } = useSearch(() => ({ query: query.value }), { client })
    await until(() => waiting.length === 1)
    query.value = 'lamp'
    await until(() => waiting.length === 2)
    expect(waiting[0]?.aborted()).toBe(true)
    waiting[1]?.answer()
    waiting[0]?.answer()
    await until(() => !loading.value)
    expect(data.value?.requestId).toBe('lamp')
  })

  it('keeps the previous answer until the next arrives, and returns errors', async () => {
    const { client, waiting } = heldClient()
    const { data, error, loading, refetch } = useSearch({ query: 'mug' }, { client })
    await until(() => waiting.length === 1)
    waiting[0]?.answer()
    await until(() => !loading.value)
    refetch()
    expect(loading.value).toBe(true)
    await until(() => waiting.length === 2)
    waiting[1]?.answer(404)
    await until(() => !loading.value)
    expect(error.value).toBeInstanceOf(Error)
    expect(data.value?.requestId).toBe('mug')
  })

  it('sends nothing if it has initial data or is disabled', async () => {
    const { client, waiting } = heldClient()
    const enabled = ref(false)
    useSearch({ query: 'mug' }, { client, initialData: {} as never })
    useSearch({ query: 'off' }, { client, enabled })
    enabled.value = true
    await until(() => waiting.length === 1)
    expect(waiting[0]?.query).toBe('off')
  })

  it('aborts when its component unmounts', async () => {
    const { client, waiting } = heldClient()
    const query = ref('mug')
    const scope = effectScope()
    scope.run(() => useSearch(() => ({ query: query.value }), { client }))
    await until(() => waiting.length === 1)
    scope.stop()
    query.value = 'lamp'
    await nextTick()
    expect(waiting[0]?.aborted()).toBe(true)
    expect(waiting).toHaveLength(1)
  })

  it('uses the client of the app, and throws without one', () => {
    const { client } = heldClient()
    const app = createApp({ render: () => null })
    expect(() => app.runWithContext(useClient)).toThrow(/app\.use/)
    app.use(vitrine(client))
    expect(app.runWithContext(useClient)).toBe(client)
  })
})
