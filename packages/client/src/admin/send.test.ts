import { describe, expect, it } from 'vitest'
import { InvalidRequestError, NetworkError } from '../errors.ts'
import { createAdminClient } from './index.ts'
import { type AdminOptions, adminSend } from './send.ts'

function sending(options: AdminOptions = {}, answer = () => new Response('{"a":1}', { headers: { etag: '"7"' } })) {
  const sent: { url: string; method: string; headers: Record<string, string>; body?: unknown }[] = []
  const fetch = (async (url: string, init: never) => {
    sent.push({ url, ...(init as object) } as never)
    return answer()
  }) as unknown as typeof globalThis.fetch
  return { sent, send: adminSend({ fetch, ...options }) }
}

describe('a call of the admin API', () => {
  it('returns the body and its version', async () => {
    expect(await sending().send('GET', '/x')).toEqual({ body: { a: 1 }, etag: '"7"' })
    const nothing = sending({}, () => new Response(null, { status: 204 }))
    expect(await nothing.send('DELETE', '/x')).toEqual({ body: null, etag: null })
    const text = sending({}, () => new Response('a,b'))
    expect((await text.send('GET', '/x')).body).toBe('a,b')
  })

  it('sends the API key as a bearer token, or the CSRF token of the session with a write', async () => {
    const { sent, send } = sending({ baseUrl: 'http://x', apiKey: 'vak_1', csrf: () => 'token' })
    await send('GET', '/a')
    await send('PUT', '/a', { body: {}, headers: { 'if-match': '"7"' } })
    expect(sent[0]).toMatchObject({ url: 'http://x/api/admin/v1/a', headers: { authorization: 'Bearer vak_1' } })
    expect(sent[0]?.headers).not.toHaveProperty('x-csrf')
    expect(sent[1]?.headers).toMatchObject({ 'x-csrf': 'token', 'if-match': '"7"' })
    const guest = sending({ csrf: () => null })
    await guest.send('POST', '/a')
    expect(guest.sent[0]?.headers).toEqual({})
  })

  it('sends no body, a JSON body, or a file unchanged', async () => {
    const { sent, send } = sending()
    const file = new Blob(['{}\n'])
    for (const body of [undefined, { a: 1 }, file]) await send('POST', '/a', { body })
    expect(sent.map(({ body }) => body)).toEqual([undefined, '{"a":1}', file])
    const types = sent.map(({ headers }) => headers['content-type'])
    expect(types).toEqual([undefined, 'application/json', 'application/x-ndjson'])
  })

  it('leaves parameters without a value out of the URL', async () => {
    const { sent, send } = sending()
    await send('GET', '/a', { query: { from: '1 2', to: undefined, limit: 0 } })
    await send('GET', '/a', { query: { to: undefined } })
    expect(sent.map(({ url }) => url)).toEqual(['/api/admin/v1/a?from=1+2&limit=0', '/api/admin/v1/a'])
  })

  it('does not retry, and throws an error whose class names the kind of failure', async () => {
    const refused = sending({}, () => Response.json({ error: 'no' }, { status: 409 }))
    await expect(refused.send('POST', '/a')).rejects.toBeInstanceOf(InvalidRequestError)
    expect(refused.sent).toHaveLength(1)
    const fetch = () => Promise.reject(new TypeError('fetch failed'))
    await expect(adminSend({ fetch })('GET', '/a')).rejects.toBeInstanceOf(NetworkError)
    const signal = AbortSignal.abort()
    await expect(adminSend({ fetch })('GET', '/a', { signal })).rejects.toBeInstanceOf(TypeError)
  })

  it('reads the pages of the list of shops until there is no next one', async () => {
    const pages = [
      { shops: [{ shop: 'a' }, { shop: 'b&' }], next: 'b&' },
      { shops: [{ shop: 'c' }], next: null },
    ]
    const asked: string[] = []
    const fetch = (async (url: string) => Response.json(pages[asked.push(url) - 1])) as typeof globalThis.fetch
    expect((await createAdminClient({ fetch }).listShops()).map(({ shop }) => shop)).toEqual(['a', 'b&', 'c'])
    expect(asked.map((url) => url.split('?')[1])).toEqual(['after=', 'after=b%26'])
  })
})
