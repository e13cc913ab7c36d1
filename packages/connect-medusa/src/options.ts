import { type Client, createClient } from '@vitrine/client'
import { createAdminClient, type ShopAdmin } from '@vitrine/client/admin'
import { createWebhooks, type Webhooks } from '@vitrine/client/server'

/** Options of both the provider and the plugin. Define them once in `medusa-config.ts`. */
export interface VitrineOptions {
  /** Address of Vitrine, like `https://vitrine.example.com`. */
  baseUrl: string
  shop: string
  /** A storefront or server key, `vsk_…`, for searching. */
  apiKey: string
  /** An admin key, `vak_…`, for writing the catalog. */
  adminKey: string
  /** The shop's `webhook_secret`, for signing orders. */
  webhookSecret: string
  /** Must be the shop's currency in Vitrine. */
  currency: string
  fetch?: typeof fetch
}

const NEEDED = ['baseUrl', 'shop', 'apiKey', 'adminKey', 'webhookSecret', 'currency'] as const

export function readOptions(given: Partial<VitrineOptions> | undefined): VitrineOptions {
  const missing = NEEDED.filter((name) => !given?.[name])
  if (missing.length > 0) throw new Error(`@vitrine/connect-medusa: the options lack ${missing.join(', ')}`)
  return given as VitrineOptions
}

export interface Connection {
  client: Client
  shop: ShopAdmin
  webhooks: Webhooks
}

export function connect({ baseUrl, shop, apiKey, adminKey, webhookSecret, fetch }: VitrineOptions): Connection {
  const using = fetch ? { fetch } : {}
  return {
    client: createClient({ baseUrl, shop, apiKey, ...using }),
    shop: createAdminClient({ baseUrl, apiKey: adminKey, ...using }).shop(shop),
    webhooks: createWebhooks({ baseUrl, shop, secret: webhookSecret, ...using }),
  }
}
