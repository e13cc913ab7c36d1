import { type EnvelopeKind, legacyEventRoute, searchEventRoute, storefrontEventRoute } from '@vitrine/contract'
import type { Call } from '../../features/call.ts'
import { RateLimited, Refusal, RequestRefused, TooBusy } from '../../features/errors.ts'
import { type IngestDeps, type IngestOutcome, ingestEvent } from '../../features/ingest/ingest-event.ts'
import type { App } from '../app.ts'

export function eventRoutes(app: App, deps: IngestDeps): void {
  app.storefront(searchEventRoute, eventHandler(deps, 'v1'))
  app.storefront(storefrontEventRoute, eventHandler(deps, 'v3'))
  app.storefront(legacyEventRoute, eventHandler(deps, 'legacy'))
}

const ACCEPTED = { ok: true } as const

function eventHandler(deps: IngestDeps, kind: EnvelopeKind) {
  return async ({ shop, body, nowMs, session, proof }: Call<unknown>) => {
    const limits = shop.config.event_quota
    const isUncounted = !shop.config.analytics.enabled
    const call = { shop: shop.id, kind, body, nowMs, proof, limits, isUncounted, sessionVisitorId: session?.visitor }
    const outcome = await ingestEvent(deps, call)
    if (outcome.kind !== 'accepted') throw refusalOf(outcome)
    return ACCEPTED
  }
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
