/** Sends events as fast as the connections allow and records which were acknowledged. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { context } from '../conformance/event-samples.ts'

export interface Target {
  url: string
  shop: string
  key: string
}

export class EventLoad {
  readonly acknowledged = new Set<string>()
  /** Events without an answer are sent again after the next start. */
  #unanswered: string[] = []
  #number = 0
  /** Makes order ids unique across loads, because an order counts only once. */
  readonly #name = randomUUID().slice(0, 8)
  #agent = new Agent({ keepAlive: true, maxSockets: 256 })
  statuses: Record<number, number> = {}

  /** Keeps `connections` requests running until `until` returns true or the server is gone. */
  async run(target: Target, connections: number, until: () => boolean): Promise<void> {
    await Promise.all(Array.from({ length: connections }, () => this.#sendUntil(target, until)))
  }

  /** Sends unanswered events again, in at most `rounds` rounds. */
  async finish(target: Target, rounds = 5): Promise<void> {
    for (let round = 0; round < rounds && this.#unanswered.length > 0; round++) {
      const again = this.#unanswered
      this.#unanswered = []
      for (const body of again) await this.#send(target, body)
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  async #sendUntil(target: Target, until: () => boolean): Promise<void> {
    while (!until()) {
      const body = this.#unanswered.pop() ?? makeEvent(this.#number++, this.#name)
      if ((await this.#send(target, body)) === undefined) return
      // Some acknowledged events are sent again, as by a client that lost the answer.
      if (this.#number % 17 === 0) await this.#send(target, body)
    }
  }

  /** Returns undefined if the connection broke. */
  async #send(target: Target, body: string): Promise<number | undefined> {
    const status = await post(target, body, this.#agent).catch(() => undefined)
    if (status === 200) this.acknowledged.add(JSON.parse(body).event.id)
    else this.#unanswered.push(body)
    if (status !== undefined) this.statuses[status] = (this.statuses[status] ?? 0) + 1
    return status
  }
}

function post(target: Target, body: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-shop': target.shop,
      authorization: `Bearer ${target.key}`,
    }
    const sent = request(
      `${target.url}/api/storefront/v1/headless/events`,
      { method: 'POST', agent, headers },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const variant = (n: number) => ({
  id: String(n),
  price: { amount: 10 + (n % 5), currencyCode: 'USD' },
  product: { id: String(n) },
})

function makeEvent(n: number, load: string): string {
  const visitor = n % 211
  const product = 1 + (n % 97)
  const item = { quantity: 1 + (n % 3), variant: variant(product), finalLinePrice: { amount: 10 * (1 + (n % 3)) } }
  const track = { search_term: `query ${n % 13}`, products: [{ product_id: product }] }
  const payloads = [
    { name: 'product_viewed', type: 'standard', data: { productVariant: variant(product) } },
    { name: 'page_viewed', type: 'standard', data: {} },
    { name: 'svc:search_result_clicked', type: 'custom', custom_data: { track } },
    {
      name: 'product_added_to_cart',
      type: 'standard',
      data: { cartLine: { quantity: 1, merchandise: variant(product) } },
    },
    { name: 'search_submitted', type: 'standard', data: { searchResult: { query: `query ${n % 13}` } } },
    {
      name: 'checkout_completed',
      type: 'standard',
      data: { checkout: { currencyCode: 'USD', lineItems: [item], order: { id: `order-${load}-${n}` } } },
    },
  ]
  return JSON.stringify({
    channel: 'HEADLESS',
    visitor_id: `v${visitor}`,
    client_id: `c${visitor % 50}`,
    customer_id: visitor % 3 === 0 ? String(visitor) : undefined,
    session_id: `s${visitor}-${n % 7}`,
    event: { id: randomUUID(), timestamp: new Date().toISOString(), context, ...payloads[n % payloads.length] },
  })
}
