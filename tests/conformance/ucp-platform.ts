import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { type EffectCases, startEffectCases } from './event-effects.ts'
import type { Answer, TestShop } from './harness.ts'
import { config, putSearchShop } from './mcp-shop.ts'

export const VERSION = '2026-04-08'
export const SEARCH = 'dev.ucp.shopping.catalog.search'
export const LOOKUP = 'dev.ucp.shopping.catalog.lookup'
export const PLATFORM = 'https://agent.example/profile.json'

const profile = (version: string, capabilities: object) =>
  JSON.stringify({ ucp: { version, services: {}, capabilities, payment_handlers: {} } })

/** Profiles of platforms. No other host answers. */
const PROFILES: Record<string, string> = {
  [PLATFORM]: profile(VERSION, {
    [SEARCH]: [{ version: '2026-01-23' }, { version: VERSION }],
    [LOOKUP]: [{ version: VERSION }],
  }),
  'https://agent.example/search-only.json': profile(VERSION, { [SEARCH]: [{ version: VERSION }] }),
  'https://agent.example/older.json': profile('2026-01-11', { [SEARCH]: [{ version: '2026-01-11' }] }),
  'https://agent.example/checkout.json': profile(VERSION, { 'dev.ucp.shopping.checkout': [{ version: VERSION }] }),
  'https://agent.example/broken.json': '<html>',
}
export interface UcpShop {
  cases: EffectCases
  shop: TestShop
  fetched: string[]
  ask(path: string, body: object, agent?: string | null): Promise<Answer>
}

export async function startUcpShop(): Promise<UcpShop> {
  const fetched: string[] = []
  const agentProfiles = {
    async fetch(url: string) {
      fetched.push(url)
      const text = PROFILES[url]
      if (text === undefined) throw new Error('no such host')
      return Buffer.from(text)
    },
  }
  const cases = await startEffectCases({ agentProfiles })
  const shop = await cases.harness.createShop({ ...config, currency_rates: { USD: 2 } })
  await putSearchShop(cases.harness, shop)
  const ask: UcpShop['ask'] = (path, body, agent = `profile="${PLATFORM}"`) =>
    cases.harness.request(`/ucp/${shop.shop}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(agent === null ? {} : { 'ucp-agent': agent }) },
      body: JSON.stringify(body),
    })
  return { cases, shop, fetched, ask }
}

/** Published schemas without their descriptions. */
const published = JSON.parse(readFileSync(new URL('schemas/ucp.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ schemas: published.schemas, strict: false, validateFormats: false, allErrors: true })

export function expectPublished(schema: string, value: unknown): void {
  const check = ajv.getSchema(`https://ucp.dev/schemas/${schema}`)
  expect([schema, check?.(value), check?.errors ?? null]).toEqual([schema, true, null])
}
