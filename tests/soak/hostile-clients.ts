/** Runs malicious or broken clients, which connect again after each attack. */
import { connect } from 'node:net'
import type { Target } from '../fault/event-load.ts'

type Worst = (target: Target) => string

const post = ({ shop }: Target, path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nx-shop: ${shop}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const SEARCH = '/api/storefront/v1/headless/search'
const EVENT = '/api/storefront/event'

const WORST: readonly Worst[] = [
  () => 'GET / HTTP/1.1\r\nhost: x\r\nx: '.padEnd(20_000, 'a'),
  () => '\u0000\u0001garbage\r\n\r\n'.repeat(50),
  (target) => post(target, SEARCH, '['.repeat(50_000)),
  (target) => post(target, SEARCH, JSON.stringify({ query: 'a '.repeat(100_000) })),
  (target) => post(target, SEARCH, JSON.stringify({ sections: Array.from({ length: 1000 }, () => []) })),
  (target) => post(target, EVENT, JSON.stringify({ event: { id: 'x', data: 'y'.repeat(900_000) } })),
  // Sends part of a body and then nothing.
  ({ shop }) => `POST ${SEARCH} HTTP/1.1\r\nhost: x\r\nx-shop: ${shop}\r\ncontent-length: 1000\r\n\r\n{`,
  // Requests many answers and reads none.
  () => 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(200),
]

const LIFE_MS = 5000

export class HostileClients {
  #stopped = false
  sent = 0

  start(target: () => Target | undefined, count: number): void {
    for (let i = 0; i < count; i++) void this.#go(target, i)
  }

  stop(): void {
    this.#stopped = true
  }

  async #go(target: () => Target | undefined, first: number): Promise<void> {
    for (let n = first; !this.#stopped; n++) {
      const at = target()
      if (at) await attack(at, WORST[n % WORST.length] as Worst)
      else await new Promise((resolve) => setTimeout(resolve, 200))
      this.sent++
    }
  }
}

function attack(target: Target, worst: Worst): Promise<void> {
  const { hostname, port } = new URL(target.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(worst(target)))
    const timer = setTimeout(() => socket.destroy(), LIFE_MS)
    socket.pause()
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
