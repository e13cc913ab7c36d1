/** Sends bytes on a connection, for requests that a client would correct. */
import { connect } from 'node:net'
import type { TestShop } from './harness.ts'

export interface RawHttp {
  /** Sends a list piece by piece. Resolves when `isEnough` is true or the connection ends. */
  exchange(text: string | string[], isEnough: (seen: string) => boolean): Promise<string>
  postInChunks(path: string, body: string): Promise<string>
  plainRequest(path: string, body: string): string
  /** Returns the head of a POST request without its length. */
  requestHead(path: string): string
}

export function rawHttp(url: string, shop: TestShop): RawHttp {
  const exchange: RawHttp['exchange'] = (text, isEnough) => exchangeBytes(url, text, isEnough)
  const requestHead = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\nx-shop: ${shop.shop}\r\nauthorization: Bearer ${shop.key}\r\ncontent-type: application/json\r\n`
  return {
    exchange,
    requestHead,
    plainRequest: (path, body) => `${requestHead(path)}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    postInChunks: (path, body) => {
      const half = Math.floor(body.length / 2)
      const chunks = [body.slice(0, half), body.slice(half)]
        .map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
        .join('')
      const head = `${requestHead(path)}transfer-encoding: chunked\r\n\r\n`
      return exchange(`${head}${chunks}0\r\n\r\n`, (seen) => seen.includes('\r\n\r\n'))
    },
  }
}

export const isWhole = (seen: string) => seen.includes('\r\n\r\n') && seen.trimEnd().endsWith('}')

export const bodyIn = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n')))

export const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])

function exchangeBytes(url: string, text: string | string[], isEnough: (seen: string) => boolean): Promise<string> {
  const { port, hostname } = new URL(url)
  return new Promise((resolve) => {
    let seen = ''
    const socket = connect(Number(port), hostname, async () => {
      socket.setNoDelay(true)
      for (const piece of [text].flat()) {
        socket.write(piece)
        if (Array.isArray(text)) await new Promise(setImmediate)
      }
    })
    const done = () => {
      socket.destroy()
      resolve(seen)
    }
    // The server closes the connection of a client that sends too much.
    socket.on('error', done)
    socket.on('close', done)
    socket.on('data', (chunk) => {
      seen += chunk
      if (isEnough(seen)) done()
    })
  })
}
