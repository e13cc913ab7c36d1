import { type EnvelopeKind, legacyEventRoute, searchEventRoute, storefrontEventRoute } from '@vitrine/contract'
import { Refusal, RequestRefused, TooBusy } from '../../features/errors.ts'
import { type IngestDeps, type IngestOutcome, takeEvent } from '../../features/ingest/ingest-event.ts'
import type { App } from '../app.ts'
import type { StorefrontHandler } from '../storefront-edge.ts'

export function eventRoutes(app: App, deps: IngestDeps): void {
  app.storefrontExchange(searchEventRoute, eventHandler(deps, 'v1'))
  app.storefrontExchange(storefrontEventRoute, eventHandler(deps, 'v3'))
  app.storefrontExchange(legacyEventRoute, eventHandler(deps, 'legacy'))
}

const ACCEPTED = JSON.stringify({ ok: true })

function eventHandler(deps: IngestDeps, kind: EnvelopeKind): StorefrontHandler {
  return ({ shop, body, nowMs, session }, exchange) => {
    const call = { shop: shop.id, kind, body, nowMs, sessionVisitorId: session?.visitor }
    takeEvent(deps, call, (outcome) => {
      if (outcome.kind === 'accepted') exchange.sendText(200, ACCEPTED)
      else exchange.fail(refusalOf(outcome))
    })
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
  }
}
