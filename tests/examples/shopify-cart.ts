/** Implements the cart of Shopify's Storefront API with its own schema, so that invalid queries are refused. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { graphql } from 'graphql'
import { readSchema } from '../../packages/server/src/cli/shopify/testing/schemas.ts'

interface Line {
  merchandiseId: string
  quantity: number
}

/** Version that the starter's Hydrogen requests. */
const SCHEMA = 'storefront-graphql_2026-04'
const MONEY = { amount: '10.0', currencyCode: 'USD' }

export interface ShopifyCart {
  port: number
  attributes: { key: string; value: string }[]
  close(): void
}

export async function startShopifyCart(): Promise<ShopifyCart> {
  const schema = readSchema(SCHEMA)
  const attributes: ShopifyCart['attributes'] = []
  const lines: Line[] = []
  const node = ({ merchandiseId: id, quantity }: Line, at: number) => ({
    __typename: 'CartLine',
    id: `gid://shopify/CartLine/${at}`,
    quantity,
    attributes: [],
    cost: { totalAmount: MONEY, amountPerQuantity: MONEY },
    merchandise: {
      __typename: 'ProductVariant',
      id,
      availableForSale: true,
      price: MONEY,
      requiresShipping: true,
      title: 'One',
      product: { id: 'gid://shopify/Product/1', handle: 'thing', title: 'Thing', vendor: 'Maker' },
      selectedOptions: [],
    },
  })
  const cart = () => ({
    id: 'gid://shopify/Cart/1',
    updatedAt: new Date().toISOString(),
    checkoutUrl: 'https://checkout.example/1',
    totalQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    buyerIdentity: {},
    lines: { edges: lines.map((line, at) => ({ node: node(line, at) })) },
    cost: { subtotalAmount: MONEY, totalAmount: MONEY },
    attributes,
    discountCodes: [],
    appliedGiftCards: [],
  })
  const changed = () => ({ cart: cart(), userErrors: [], warnings: [] })
  const rootValue = {
    cart,
    cartCreate({ input }: { input: { lines: Line[]; attributes: typeof attributes } }) {
      attributes.push(...input.attributes)
      lines.push(...input.lines)
      return changed()
    },
    cartLinesAdd(added: { lines: Line[] }) {
      lines.push(...added.lines)
      return changed()
    },
  }
  const server = createServer(async (request, response) => {
    const { query, variables } = (await json(request)) as { query: string; variables: Record<string, unknown> }
    const answer = await graphql({ schema, source: query, variableValues: variables, rootValue })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, attributes, close: () => void server.close() }
}
