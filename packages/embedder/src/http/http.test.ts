import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EmbedderUnavailable } from '../embedder.ts'
import { embedderContract } from '../embedder.contract.ts'
import { withoutSecret } from '../open-embedder.ts'
import { httpEmbedder } from './http.ts'

interface Asked {
  url: string | undefined
  authorization: string | undefined
  body: { model: string; input: (string | { image: string })[] }
}

/** A service that returns counts of letters or bytes, in reverse order, as the protocol allows. */
let server: Server
let base = ''
let broken: ((body: Asked['body']) => unknown) | undefined
const asked: Asked[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = JSON.parse(Buffer.concat(parts).toString()) as Asked['body']
    asked.push({ url: request.url, authorization: request.headers.authorization, body })
    if (broken) {
      const answer = broken(body)
      response.writeHead(typeof answer === 'number' ? answer : 200).end(JSON.stringify(answer))
      return
    }
    const data = body.input.map((input, index) => ({
      index,
      embedding: letters(typeof input === 'string' ? input : input.image),
    }))
    response.end(JSON.stringify({ data: data.reverse() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(() => void server.close())
beforeEach(() => {
  broken = undefined
  asked.length = 0
})

function letters(text: string): number[] {
  const out: number[] = Array(16).fill(0)
  for (const letter of text) out[letter.charCodeAt(0) % 16]! += 1
  return out
}

embedderContract('an HTTP service', {
  open: () => httpEmbedder(`${base}?model=letters&image_model=bytes`),
  texts: ['sofa', 'shoe', 'a lamp'],
  images: async () => [Uint8Array.of(1, 2, 3), Uint8Array.of(200, 100)],
})

describe('an HTTP service', () => {
  it('gets requests in OpenAI’s format, with the key as a bearer token', async () => {
    const embedder = await httpEmbedder(`${base.replace('http://', 'http://:s%20cret@')}/?model=m&query_prefix=q:%20`)
    await embedder.text!.embed(['sofa'], 'query')
    expect(asked.at(-1)).toEqual({
      url: '/v1/embeddings',
      authorization: 'Bearer s cret',
      body: { model: 'm', input: ['q: sofa'], encoding_format: 'float' },
    })
    expect(embedder.image).toBeUndefined()
    expect(embedder.text!.space).not.toContain('cret')
    await embedder.close()
  })

  it('gets long lists in batches', async () => {
    const embedder = await httpEmbedder(`${base}?model=m`)
    const texts = Array.from({ length: 70 }, (_, i) => 'ab'.repeat(i + 1))
    expect(await embedder.text!.embed(texts, 'document')).toHaveLength(70)
    expect(asked.slice(1).map(({ body }) => body.input.length)).toEqual([32, 32, 6])
    await embedder.close()
  })

  it.each([
    ['an error', () => 503],
    ['nothing', () => ({})],
    ['too few', () => ({ data: [] })],
    ['text', () => ({ data: [{ embedding: 'abc' }] })],
    ['a wrong place', () => ({ data: [{ index: 7, embedding: [1, 2] }] })],
    ['nulls', () => ({ data: [{ embedding: [null, 1] }] })],
  ])('that answers %s is unavailable, at the start and later', async (_, answer) => {
    const embedder = await httpEmbedder(`${base}?model=m`)
    broken = answer
    await expect(embedder.text!.embed(['a'], 'query')).rejects.toBeInstanceOf(EmbedderUnavailable)
    await expect(httpEmbedder(`${base}?model=m`)).rejects.toBeInstanceOf(EmbedderUnavailable)
    await embedder.close()
  })

  it('must name a model', async () => {
    await expect(httpEmbedder(base)).rejects.toThrow('names neither')
  })

  it('is stored and logged without its key', () => {
    expect(withoutSecret('https://:key@host.example/v1?model=m')).toBe('https://host.example/v1?model=m')
    expect(withoutSecret('folder:/models/a')).toBe('folder:/models/a')
  })
})
