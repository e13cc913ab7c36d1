/** Sample events of storefronts: standard events with payloads of the platform's pixel, custom events with tracks. */
import { randomUUID } from 'node:crypto'
import { CUSTOM_EVENT_NAMES } from '@vitrine/contract'

export const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'

export const context = {
  navigator: { user_agent: USER_AGENT, language: 'en-GB', cookie_enabled: true, languages: ['en-GB', 'en'] },
  document: {
    location: {
      href: 'https://shop.example/products/linen-shirt?variant=41',
      pathname: '/products/linen-shirt',
      search: '?variant=41',
      hash: '',
      host: 'shop.example',
      hostname: 'shop.example',
      origin: 'https://shop.example',
      port: '',
      protocol: 'https:',
    },
    title: 'Linen shirt',
    referrer: 'https://shop.example/',
    character_set: 'UTF-8',
  },
  window: { inner_width: 390, inner_height: 664, screen: { width: 390, height: 844 }, scroll_y: 120 },
}

const money = (amount: number) => ({ amount, currencyCode: 'USD' })

const shirt = {
  id: '41',
  image: { src: '//cdn.example/linen-shirt.jpg' },
  price: money(59.5),
  product: {
    id: '1001',
    title: 'Linen shirt',
    vendor: 'Northwind',
    type: 'Shirts',
    url: '/products/linen-shirt',
    untranslatedTitle: 'Linen shirt',
  },
  sku: 'LS-41',
  title: 'M / White',
  untranslatedTitle: 'M / White',
}

const belt = {
  ...shirt,
  id: 'gid://shopify/ProductVariant/52',
  price: { amount: '25.00', currencyCode: 'USD' },
  product: { ...shirt.product, id: 'gid://shopify/Product/1002', title: 'Leather belt' },
  sku: 'LB-52',
}

const line = (variant: object, quantity: number, total: number) => ({
  cost: { totalAmount: money(total) },
  merchandise: variant,
  quantity,
})

const item = (variant: object, quantity: number, total: number) => ({
  id: '41:abc',
  title: 'Linen shirt',
  quantity,
  variant,
  finalLinePrice: money(total),
  discountAllocations: [],
  properties: [],
})

const checkout = {
  attributes: [],
  billingAddress: {
    city: 'Leeds',
    country: 'United Kingdom',
    countryCode: 'GB',
    firstName: 'A.',
    lastName: 'B.',
    zip: 'LS1 1AA',
  },
  buyerAcceptsEmailMarketing: false,
  currencyCode: 'USD',
  discountApplications: [],
  email: 'shopper@example.com',
  lineItems: [item(shirt, 2, 100), item(belt, 1, 25)],
  order: null as unknown,
  phone: null,
  shippingLine: { price: money(5) },
  subtotalPrice: money(125),
  token: 'c0ffee',
  totalPrice: money(130),
  totalTax: money(0),
  transactions: [],
}

export const pixelData: Record<string, Record<string, unknown>> = {
  page_viewed: {},
  product_viewed: { productVariant: shirt },
  collection_viewed: { collection: { id: '77', title: 'Shirts', productVariants: [shirt, belt] } },
  search_submitted: { searchResult: { query: 'linen shirt', productVariants: [shirt] } },
  product_added_to_cart: { cartLine: line(shirt, 2, 119) },
  product_removed_from_cart: { cartLine: line(shirt, 1, 59.5) },
  cart_viewed: {
    cart: {
      id: 'gid://shopify/Cart/abc',
      cost: { totalAmount: money(144) },
      lines: [line(shirt, 2, 119), line(belt, 1, 25)],
      totalQuantity: 3,
      attributes: [],
    },
  },
  checkout_started: { checkout },
  checkout_contact_info_submitted: { checkout },
  checkout_address_info_submitted: { checkout },
  checkout_shipping_info_submitted: { checkout },
  payment_info_submitted: { checkout },
  checkout_completed: {
    checkout: {
      ...checkout,
      order: { id: 'gid://shopify/OrderIdentity/9001', customer: { id: '7', isFirstOrder: true } },
    },
  },
  ui_extension_errored: {
    error: {
      appId: 'a',
      appName: 'Reviews',
      extensionName: 'stars',
      extensionTarget: 'checkout',
      message: 'boom',
      trace: 'at stars.js:1',
      type: 'EXTENSION_ERROR',
    },
  },
  alert_displayed: {
    alert: { target: 'cart.DeliveryAddress', type: 'ADDRESS_ERROR', message: 'Enter a city', value: '' },
  },
}

export const searchTrack = {
  request_id: '0198c0df-0000-7000-8000-000000000001',
  search_term: 'linen shirt',
  search_type: 'text',
  source: 'search_page',
  page_type: 'search',
  products: [{ product_id: 1001, variant_id: 41, quantity: 1 }, { product_id: '1002' }],
  filters: [
    { key: 'colour', value: ['white'] },
    { key: 'size', value: null },
  ],
}

export const sectionTrack = {
  section: '3',
  sectionServeId: '0198c0df-0000-7000-8000-000000000002',
  requestId: '0198c0df-0000-7000-8000-000000000003',
  page: 'product',
  parent: { productId: 1001, variantId: 41 },
  products: [{ productId: 1002, variantId: 52, quantity: 1 }],
}

export function trackOf(name: string): object {
  return name.startsWith('svc:section') || name.startsWith('svc:bundle') ? sectionTrack : searchTrack
}

type Fields = Record<string, unknown>

/** `changes` replace fields of the event. */
export function sampleEvent(name: string, nowMs: number, changes: Fields = {}): Fields {
  const custom = (CUSTOM_EVENT_NAMES as readonly string[]).includes(name)
  const payload = custom
    ? { type: 'custom', custom_data: { track: trackOf(name) } }
    : { type: 'standard', data: pixelData[name] ?? {} }
  return { id: randomUUID(), name, timestamp: new Date(nowMs).toISOString(), context, ...payload, ...changes }
}

export function sampleEnvelope(
  name: string,
  nowMs: number,
  changes: { envelope?: Fields; event?: Fields } = {},
): Fields & { event: Fields } {
  return {
    channel: 'HEADLESS',
    visitor_id: 'visitor-1',
    client_id: 'client-1',
    session_id: 'session-1',
    page_type: 'product',
    page_url: 'https://shop.example/products/linen-shirt',
    customer_privacy: {
      analytics_processing_allowed: true,
      marketing_allowed: false,
      preferences_processing_allowed: true,
      sale_of_data_allowed: false,
    },
    ...changes.envelope,
    event: sampleEvent(name, nowMs, changes.event),
  }
}
