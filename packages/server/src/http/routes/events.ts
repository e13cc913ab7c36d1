import { type EnvelopeKind, legacyEventRoute, searchEventRoute, storefrontEventRoute } from '@vitrine/contract'
import type { Call } from '../../features/call.ts'
import { Refusal, RequestRefused, TooBusy } from '../../features/errors.ts'
import { type IngestDeps, ingestEvent } from '../../features/ingest/ingest-event.ts'
import type { App } from '../app.ts'

export function eventRoutes(app: App, deps: IngestDeps): void {
  app.storefront(searchEventRoute, (call) => takeEvent(deps, 'v1', call))
  app.storefront(storefrontEventRoute, (call) => takeEvent(deps, 'v3', call))
  app.storefront(legacyEventRoute, (call) => takeEvent(deps, 'legacy', call))
}

async function takeEvent(deps: IngestDeps, kind: EnvelopeKind, call: Call<unknown>): Promise<{ ok: boolean }> {
  const { shop, body, nowMs, session } = call
  const outcome = await ingestEvent(deps, { shop: shop.id, kind, body, nowMs, sessionVisitorId: session?.visitor })
  switch (outcome.kind) {
    case 'accepted':
      return { ok: true }
    case 'invalid':
      throw new RequestRefused(outcome.items)
    case 'nobody':
      throw new Refusal(400, outcome.message)
    case 'busy':
      throw new TooBusy(outcome.retryAfterSeconds)
  }
}
