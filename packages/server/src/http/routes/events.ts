import {
  type EnvelopeKind,
  eventBatchRoute,
  eventHistoryRoute,
  legacyEventRoute,
  MAX_BATCH_EVENTS,
  searchEventRoute,
  SHOPIFY_HEADERS,
  shopifyWebhookRoute,
  storefrontEventRoute,
  validationItem,
  VITRINE_HEADERS,
  webhookRoute,
} from '@vitrine/contract'
import type { Call } from '../../features/call.ts'
import { RateLimited, Refusal, RequestRefused, TooBusy } from '../../features/errors.ts'
import { type IngestDeps, ingestEvent, type IngestOutcome } from '../../features/ingest/ingest-event.ts'
import { ingestHistoryLines } from '../../features/ingest/ingest-history-lines.ts'
import type { HistoryDeps } from '../../features/ingest/ingest-history.ts'
import { isStaff } from '../../features/ingest/shop-staff.ts'
import { checkSignature, receiveWebhook, type WebhookDeps } from '../../features/webhooks/receive-webhook.ts'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import type { App } from '../app.ts'

export function eventRoutes(app: App, deps: IngestDeps): void {
  app.storefront(searchEventRoute, eventHandler(deps, 'v1'))
  app.storefront(storefrontEventRoute, eventHandler(deps, 'v3'))
  app.storefront(eventBatchRoute, batchHandler(deps))
  app.storefront(legacyEventRoute, eventHandler(deps, 'legacy'))
}

const ACCEPTED = { ok: true } as const

function eventHandler(deps: IngestDeps, kind: EnvelopeKind) {
  return async (call: Call<unknown>) => {
    const outcome = await ingestEvent(deps, ingestCall(call, kind, call.body))
    if (outcome.kind !== 'accepted') throw refusalOf(outcome)
    return ACCEPTED
  }
}

/** Validates each event by itself. Accepted events share a commit. */
function batchHandler(deps: IngestDeps) {
  return async (call: Call<unknown>) => {
    const events = (call.body as { events?: unknown } | null)?.events
    if (!Array.isArray(events)) throw new RequestRefused([validationItem(['events'], 'array.base', 'must be an array')])
    if (events.length > MAX_BATCH_EVENTS) {
      const words = `must contain less than or equal to ${MAX_BATCH_EVENTS} items`
      throw new RequestRefused([validationItem(['events'], 'array.max', words)])
    }
    const outcomes = await Promise.all(events.map((body) => ingestEvent(deps, ingestCall(call, 'v3', body))))
    const results = outcomes.map(verdictOf)
    return { ok: results.every(({ ok }) => ok), results }
  }
}

function verdictOf(outcome: IngestOutcome) {
  if (outcome.kind === 'accepted') return ACCEPTED
  const refusal = refusalOf(outcome)
  const error = refusal instanceof RequestRefused ? [...refusal.items] : refusal.message
  const wait = 'retryAfterSeconds' in outcome ? { retry_after: outcome.retryAfterSeconds } : {}
  return { ok: false, error, ...wait }
}

function ingestCall(
  { shop, nowMs, session, proof, address, headers }: Call<unknown>,
  kind: EnvelopeKind,
  body: unknown,
) {
  const { event_quota: limits, analytics } = shop.config
  const customerId = (body as { customer_id?: unknown } | null)?.customer_id
  const isUncounted = !analytics.enabled || isStaff(analytics, { address, cookie: headers.cookie, customerId })
  return { shop: shop.id, kind, body, nowMs, proof, limits, isUncounted, address, sessionVisitorId: session?.visitor }
}

function refusalOf(outcome: Exclude<IngestOutcome, { kind: 'accepted' }>): Error {
  switch (outcome.kind) {
    case 'invalid':
      return new RequestRefused(outcome.items)
    case 'nobody':
      return new Refusal(400, outcome.message)
    case 'busy':
      return new TooBusy(outcome.retryAfterSeconds)
    case 'over-quota':
      return new RateLimited(
        outcome.policy,
        outcome.retryAfterSeconds,
        0,
        'the shop has used up its quota of events for today',
      )
  }
}

export function webhookRoutes(app: App, deps: WebhookDeps): void {
  for (const [route, names] of [
    [shopifyWebhookRoute, SHOPIFY_HEADERS],
    [webhookRoute, VITRINE_HEADERS],
  ] as const)
    app.public(
      route,
      (call) => receiveWebhook(deps, call, names),
      (headers) => checkSignature(deps, headers, names),
    )
}

interface HistoryRouteDeps {
  history: HistoryDeps
  findShop: (id: ShopId) => Promise<Shop | undefined>
}

export function adminHistoryRoutes(app: App, deps: HistoryRouteDeps): void {
  app.admin(eventHistoryRoute, async ({ params, stream, nowMs }) => {
    const shop = await deps.findShop(params.shop!)
    if (!shop) throw new Refusal(404, `there is no shop ${params.shop}`)
    return ingestHistoryLines(deps.history, shop.id, { bytes: stream, nowMs })
  })
}
