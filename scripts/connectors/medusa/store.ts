export interface Seeded {
  key: string
  region: string
  location: string
  laptop: string
  variant: string
  products: number
}

interface Found {
  hits: { id: string; document: { title: string; price: number } }[]
  metadata: { count: number }
  provider_metadata: Record<string, unknown>
}

type Merchant = (path: string, change: object) => Promise<Record<string, unknown>>

export class Store {
  readonly #url: string
  readonly #key: string

  constructor(url: string, { key }: Seeded) {
    this.#url = url
    this.#key = key
  }

  async search({ q, price }: { q?: string; price?: number }, headers: Record<string, string> = {}): Promise<Found> {
    const filters = { ...(q ? { q } : {}), ...(price ? { price: { $gte: price, $lte: price } } : {}) }
    const { results } = await this.post('/store/search', { entity: 'product', filters }, headers)
    return (results as Found[])[0] as Found
  }

  async signIn(): Promise<Merchant> {
    const body = { email: 'admin@example.com', password: 'supersecret' }
    const { token } = await this.post('/auth/user/emailpass', body)
    return (path: string, change: object) => this.post(path, change, { authorization: `Bearer ${token}` })
  }

  async order({ region, variant }: Seeded, visitor: string): Promise<string> {
    const { cart } = (await this.post('/store/carts', {
      region_id: region,
      email: 'guest@example.com',
      metadata: { vitrine_visitor: visitor },
      items: [{ variant_id: variant, quantity: 1 }],
      shipping_address: {
        first_name: 'A',
        last_name: 'B',
        address_1: 'C 1',
        city: 'Berlin',
        postal_code: '10115',
        country_code: 'de',
      },
    })) as { cart: { id: string } }
    const { shipping_options } = (await this.get(`/store/shipping-options?cart_id=${cart.id}`)) as { shipping_options: { id: string }[] } // biome-ignore format: one line reads better
    await this.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: shipping_options[0]?.id })
    const { payment_collection } = (await this.post('/store/payment-collections', { cart_id: cart.id })) as { payment_collection: { id: string } } // biome-ignore format: one line reads better
    await this.post(`/store/payment-collections/${payment_collection.id}/payment-sessions`, {
      provider_id: 'pp_system_default',
    })
    const { order } = (await this.post(`/store/carts/${cart.id}/complete`, {})) as { order: { id: string } }
    return order.id
  }

  async returnOrder(merchant: Merchant, id: string, location_id: string): Promise<void> {
    const { order } = (await merchant(`/admin/orders/${id}`, {})) as { order: { items: { id: string; quantity: number }[] } } // biome-ignore format: one line reads better
    const items = order.items.map(({ id, quantity }) => ({ id, quantity }))
    const { order: sent } = (await merchant(`/admin/orders/${id}/fulfillments?fields=id,fulfillments.id`, { items, location_id })) as { order: { fulfillments: { id: string }[] } } // biome-ignore format: one line reads better
    await merchant(`/admin/orders/${id}/fulfillments/${sent.fulfillments[0]?.id}/shipments`, { items })
    const { return: back } = (await merchant('/admin/returns', { order_id: id, location_id })) as { return: { id: string } } // biome-ignore format: one line reads better
    const step = (path: string, body: object = {}) => merchant(`/admin/returns/${back.id}/${path}`, body)
    await step('request-items', { items })
    await step('request')
    await step('receive')
    await step('receive-items', { items })
    await step('receive/confirm')
  }

  post(path: string, body: object, headers: Record<string, string> = {}) {
    return this.#ask(path, { method: 'POST', body: JSON.stringify(body) }, headers)
  }

  get(path: string) {
    return this.#ask(path, {}, {})
  }

  async #ask(path: string, init: RequestInit, headers: Record<string, string>): Promise<Record<string, unknown>> {
    const all = { 'content-type': 'application/json', 'x-publishable-api-key': this.#key, ...headers }
    const response = await fetch(this.#url + path, { ...init, headers: all })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Record<string, unknown>
  }
}
