import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPlainRequest } from './plain-request.ts'

const request = (head: string[], body = '') => Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
const plain = ['POST /a HTTP/1.1', 'Host: x', 'Content-Length: 2', 'X-Shop:  s.example ']

describe('readPlainRequest', () => {
  it('reads the path, the headers and the lengths', () => {
    const bytes = request(plain, '{}')
    expect(readPlainRequest(bytes)).toEqual({
      path: '/a',
      headers: { host: 'x', 'content-length': '2', 'x-shop': 's.example' },
      headLength: bytes.length - 2,
      bodyLength: 2,
    })
  })

  it('waits for the end of the head', () => {
    const bytes = request(plain)
    for (let length = 0; length < bytes.length; length++) {
      expect([length, readPlainRequest(bytes.subarray(0, length))]).toEqual([length, 'partial'])
    }
  })

  it.each<[string, string[]]>([
    ['another method', ['GET /a HTTP/1.1', ...plain.slice(1)]],
    ['another version', ['POST /a HTTP/1.0', ...plain.slice(1)]],
    ['a blank in the path', ['POST /a b HTTP/1.1', ...plain.slice(1)]],
    ['no length', plain.filter((line) => !line.startsWith('Content-Length'))],
    ['no host', plain.filter((line) => !line.startsWith('Host'))],
    ['two lengths', [...plain, 'content-length: 2']],
    ['a length that is no number', [plain[0]!, plain[1]!, 'content-length: +2']],
    ['a length and chunks', [...plain, 'Transfer-Encoding: chunked']],
    ['a header twice', [...plain, 'x-shop: other']],
    ['a blank before the colon', [...plain, 'x-thing : 1']],
    ['a folded header', [...plain, 'x-thing: 1', ' 2']],
    ['a header without a name', [...plain, ': 1']],
    ['a line without a colon', [...plain, 'thing']],
    ['a line feed alone', [...plain, 'x-thing: 1\nx-other: 2']],
    ['a carriage return alone', [...plain, 'x-thing: 1\rx-other: 2']],
    ['a character outside ASCII', [...plain, 'x-thing: é']],
    ['a NUL', [...plain, 'x-thing: \0']],
    ['who expects to be asked on', [...plain, 'expect: 100-continue']],
    ['an upgrade', [...plain, 'upgrade: websocket']],
    ['a connection to be closed', [...plain, 'connection: close']],
    ['a head that is too long', [...plain, `x-thing: ${'x'.repeat(9000)}`]],
  ])('leaves %s to others', (_, head) => {
    expect(readPlainRequest(request(head))).toBe('unusual')
  })

  describe('beside node:http', () => {
    let seen: { url: string; headers: IncomingHttpHeaders; body: string } | undefined
    const server = createServer((message, response) => {
      let body = ''
      message.on('data', (chunk) => (body += chunk))
      message.on('end', () => {
        seen = { url: message.url as string, headers: message.headers, body }
        response.end()
      })
    })
    beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
    afterAll(() => new Promise((resolve) => server.close(resolve)))

    function asNodeReads(bytes: Buffer): Promise<typeof seen> {
      seen = undefined
      return new Promise((resolve) => {
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.end(bytes))
        socket.on('error', () => {})
        socket.on('close', () => resolve(seen))
        socket.resume()
      })
    }

    it('reads every request that it takes the same way', async () => {
      const text = fc.string({ unit: fc.constantFrom(...'ab:;, \t-\r\n1"é'), maxLength: 12 })
      const name = fc.oneof(
        fc.constantFrom('Host', 'X-Shop', 'Content-Length', 'Connection', 'Transfer-Encoding', 'A-b'),
        text,
      )
      const header = fc.tuple(name, fc.constantFrom(':', ': ', ' : ', ':\t'), text).map((parts) => parts.join(''))
      const asked = fc.record({
        line: fc.constantFrom('POST /a HTTP/1.1', 'POST  /a HTTP/1.1', 'POST /a?b HTTP/1.1', 'post /a HTTP/1.1'),
        headers: fc.array(header, { maxLength: 4 }),
        body: fc.constantFrom('', '{}', '{"a":1}'),
      })
      let taken = 0
      await fc.assert(
        fc.asyncProperty(asked, async ({ line, headers, body }) => {
          const bytes = request([line, 'host: x', ...headers, `content-length: ${body.length}`], body)
          const read = readPlainRequest(bytes)
          if (typeof read === 'string' || bytes.length !== read.headLength + read.bodyLength) return
          taken++
          const node = await asNodeReads(bytes)
          expect({
            url: read.path,
            headers: { ...read.headers },
            body: bytes.toString('utf8', read.headLength),
          }).toEqual({
            ...node,
            headers: { ...node?.headers },
          })
        }),
        { numRuns: 2000 },
      )
      expect(taken).toBeGreaterThan(100)
    })
  })
})
