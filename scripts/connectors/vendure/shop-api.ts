/** Client of Vendure's Shop and Admin APIs. The first answer has the session's token for later requests. */

interface FoundItem {
  productId: string
  productName: string
  productVariantId: string
  currencyCode: string
  priceWithTax: { value?: number; min?: number; max?: number }
}

export interface Found {
  totalItems: number
  items: FoundItem[]
  facetValues: { count: number; facetValue: { name: string } }[]
  collections: { count: number; collection: { name: string } }[]
  vitrine: { requestId: string; correctedQuery: string | null }
}

const SEARCH = `query ($input: SearchInput!) {
  search(input: $input) {
    totalItems
    items { productId productName productVariantId currencyCode priceWithTax { ... on SinglePrice { value } ... on PriceRange { min max } } }
    facetValues { count facetValue { name } }
    collections { count collection { name } }
    vitrine { requestId correctedQuery }
  }
}`

interface PaidOrder {
  lines: { id: string; quantity: number }[]
  payments: { id: string; state: string }[]
}

export class VendureApi {
  readonly #url: string
  #token: string | undefined

  constructor(url: string) {
    this.#url = url
  }

  async search(input: object): Promise<Found> {
    const { search } = await this.ask<{ search: Found }>(SEARCH, { input: { groupByProduct: true, ...input } })
    return search
  }

  signIn(): Promise<unknown> {
    return this.ask('mutation { login(username: "superadmin", password: "of the tried shop") { __typename } }')
  }

  /** Returns the order's code. */
  async order(variant: string, visitor: string): Promise<string> {
    await this.ask(`mutation { addItemToOrder(productVariantId: "${variant}", quantity: 1) { __typename ... on ErrorResult { message } } }`) // biome-ignore format: one line reads better
    await this.ask(`mutation { setOrderCustomFields(input: { customFields: { vitrineVisitor: "${visitor}" } }) { __typename ... on ErrorResult { message } } }`) // biome-ignore format: one line reads better
    await this.ask('mutation { setCustomerForOrder(input: { firstName: "A", lastName: "B", emailAddress: "guest@example.com" }) { __typename ... on ErrorResult { message } } }') // biome-ignore format: one line reads better
    await this.ask('mutation { setOrderShippingAddress(input: { streetLine1: "C 1", countryCode: "GB", postalCode: "1" }) { __typename ... on ErrorResult { message } } }') // biome-ignore format: one line reads better
    const { eligibleShippingMethods: ways } = await this.ask<{ eligibleShippingMethods: { id: string }[] }>('{ eligibleShippingMethods { id } }') // biome-ignore format: one line reads better
    await this.ask(`mutation { setOrderShippingMethod(shippingMethodId: ["${ways[0]?.id}"]) { __typename ... on ErrorResult { message } } }`) // biome-ignore format: one line reads better
    await this.ask('mutation { transitionOrderToState(state: "ArrangingPayment") { __typename ... on ErrorResult { message } } }') // biome-ignore format: one line reads better
    const { eligiblePaymentMethods: methods } = await this.ask<{ eligiblePaymentMethods: { code: string }[] }>('{ eligiblePaymentMethods { code } }') // biome-ignore format: one line reads better
    const paid = await this.ask<{ addPaymentToOrder: { code?: string; message?: string } }>(
      `mutation { addPaymentToOrder(input: { method: "${methods[0]?.code}", metadata: {} }) { __typename ... on Order { code } ... on ErrorResult { message } } }`,
    )
    if (!paid.addPaymentToOrder.code) throw new Error(`the order was not paid: ${JSON.stringify(paid)}`)
    return paid.addPaymentToOrder.code
  }

  async refund(code: string): Promise<void> {
    const { orders } = await this.ask<{ orders: { items: PaidOrder[] } }>(
      `{ orders(options: { filter: { code: { eq: "${code}" } } }) { items { lines { id quantity } payments { id state } } } }`,
    )
    const { lines, payments } = orders.items[0] as PaidOrder
    const [payment] = payments
    if (payment?.state === 'Authorized')
      await this.ask(`mutation { settlePayment(id: "${payment.id}") { __typename } }`)
    const input = {
      lines: lines.map(({ id, quantity }) => ({ orderLineId: id, quantity })),
      shipping: 0,
      adjustment: 0,
      paymentId: payment?.id,
    }
    const { refundOrder } = await this.ask<{ refundOrder: { id?: string; state?: string; message?: string } }>(
      'mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { ... on Refund { id state } ... on ErrorResult { message } } }',
      { input },
    )
    if (!refundOrder.id) throw new Error(`the order was not refunded: ${refundOrder.message}`)
    if (refundOrder.state !== 'Settled')
      await this.ask(
        `mutation { settleRefund(input: { id: "${refundOrder.id}", transactionId: "try" }) { __typename } }`,
      )
  }

  async ask<T>(query: string, variables: object = {}): Promise<T> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: JSON.stringify({ query, variables }),
    })
    this.#token = response.headers.get('vendure-auth-token') ?? this.#token
    const { data, errors } = (await response.json()) as { data: T; errors?: unknown[] }
    if (errors) throw new Error(`${query.slice(0, 80)}: ${JSON.stringify(errors).slice(0, 800)}`)
    return data
  }
}
