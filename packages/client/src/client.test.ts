import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from './client.ts'

interface Asked {
  url: string
  headers: Record<string, string>
  body: unknown
}

function recording(answer: object = {}) {
  const asked: Asked[] = []
  const fetch = (async (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    asked.push({ url, headers, body: typeof body === 'string' ? JSON.parse(body) : body })
    return Response.json(answer)
  }) as unknown as typeof globalThis.fetch
  const options = { shop: 'a shop', apiKey: 'k&', baseUrl: 'http://base', searchUrl: 'http://search', fetch }
  return { asked, options }
}

afterEach(() => void vi.unstubAllGlobals())

describe('every operation', () => {
  it('calls the host and path that the contract names', async () => {
    const { asked, options } = recording()
    const client = createClient(options)
    const [v1, v3] = ['/api/storefront/v1/headless', '/api/storefront/v3/headless']
    const expected: [() => Promise<unknown>, string][] = [
      [() => client.init(), `http://base${v3}/init`],
      [() => client.sections({}), `http://base${v3}/sections`],
      [() => client.recommendations({ queries: [] } as never), `http://base${v3}/recommendations`],
      [() => client.legacyRecommendations({} as never), 'http://base/api/storefront/v2/headless/recommendations'],
      [() => client.automatic({} as never), `http://base${v3}/recommendations/automatic`],
      [() => client.top({ strategy: 'BESTSELLERS' }), `http://base${v3}/recommendations/top`],
      [() => client.searchInit(), `http://search${v1}/init`],
      [() => client.searchConfig(), `http://search${v1}/config`],
      [() => client.filters(), `http://search${v1}/filters`],
      [() => client.filterAggregations({}), `http://search${v1}/filter-aggregations`],
      [() => client.search({}), `http://search${v1}/search`],
      [() => client.products({} as never), `http://search${v1}/products`],
      [() => client.instantSearch({}), `http://search${v1}/instant-search`],
      [() => client.imageSearch({ image: 'x' } as never), `http://search${v1}/image-search`],
      [() => client.sendEvent({}), `http://base${v3}/events`],
      [() => client.sendEvent({}, { host: 'search' }), `http://search${v1}/events`],
      [() => client.sendEvent({}, { host: 'legacy' }), 'http://base/api/storefront/event'],
      [() => client.sendEvents([]), `http://base${v3}/events/batch`],
    ]
    for (const [call] of expected) await call()
    expect(asked.map(({ url }) => url)).toEqual(expected.map(([, url]) => url))
  })

  it('sends the session token after it is set and until it is removed', async () => {
    const { asked, options } = recording()
    const client = createClient(options)
    await client.init()
    client.setSessionToken('t')
    await client.init()
    client.setSessionToken(null)
    await client.init()
    expect(asked.map(({ headers }) => headers['x-session-token'])).toEqual([undefined, 't', undefined])
  })
})

describe('events', () => {
  it('contain shop and key in the URL only, if the caller cannot set headers', async () => {
    const { asked, options } = recording()
    await createClient(options).sendEvent({ a: 1 }, { withoutHeaders: true })
    expect(asked[0]).toMatchObject({
      url: 'http://base/api/storefront/v3/headless/events?shop=a%20shop&key=k%26',
      headers: { 'content-type': 'text/plain' },
      body: { a: 1 },
    })
    expect(asked[0]?.headers).not.toHaveProperty('authorization')
  })

  it('get a result each, with the wait that the service asks for', async () => {
    const { options } = recording({ results: [{ ok: true }, { ok: false, error: 'busy', retry_after: 3 }] })
    expect(await createClient(options).sendEvents([{}, {}])).toEqual([
      { ok: true },
      { ok: false, error: 'busy', retryAfter: 3 },
    ])
    expect(await createClient(recording().options).sendEvents([])).toEqual([])
  })

  it('are sent as a beacon if requests cannot outlive the page, and count as unanswered', async () => {
    const sent: string[] = []
    const { asked, options } = recording()
    vi.stubGlobal('Request', class {})
    vi.stubGlobal('navigator', { sendBeacon: (url: string) => sent.push(url) > 0 })
    await expect(createClient(options).sendEvent({}, { keepalive: true })).rejects.toThrow('no answer')
    expect([sent.length, asked.length]).toEqual([1, 0])
    await createClient(options).sendEvent({})
    vi.stubGlobal('navigator', { sendBeacon: () => false })
    await createClient(options).sendEvent({}, { keepalive: true })
    expect([sent.length, asked.length]).toEqual([1, 2])
  })
})

describe('an image', () => {
  it('is sent as a form if it is a file, with the other fields as text and without the empty ones', async () => {
    const { asked, options } = recording()
    const image = new Blob(['x'])
    const request = { image, locale: 'de', limit: 5, market: null, visitorId: undefined }
    await createClient(options).imageSearch(request as never)
    const form = asked[0]?.body as FormData
    expect([...form.keys()]).toEqual(['locale', 'limit', 'image'])
    expect([form.get('locale'), form.get('limit')]).toEqual(['de', '5'])
    expect(asked[0]?.headers).not.toHaveProperty('content-type')
  })

  it('is sent as JSON if it is text', async () => {
    const { asked, options } = recording()
    await createClient(options).imageSearch({ image: 'data:,x' } as never)
    expect(asked[0]?.body).toEqual({ image: 'data:,x' })
  })
})
