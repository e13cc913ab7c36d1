import { healthRoute, metricsRoute, openApiDocument, openApiRoute, readyRoute } from '@vitrine/contract'
import scalar from '@scalar/fastify-api-reference'
import type { App } from '../app.ts'
import type { HttpMetrics } from '../metrics.ts'
import { PublicAnswer } from '../public-handler.ts'

export interface Readiness {
  shops: number
  /** What is still being loaded or built; empty when ready. */
  waitingFor: string[]
  /** Sentences about what an operator must look at; requests are still served. */
  problems: string[]
}

export interface OperationsDeps {
  metrics: HttpMetrics
  version: string
  readiness(): Readiness
}

export function operationsRoutes(app: App, deps: OperationsDeps): void {
  app.public(healthRoute, () => ({ status: 'ok' }))
  app.public(readyRoute, () => {
    const { shops, waitingFor, problems } = deps.readiness()
    const ready = waitingFor.length === 0
    const status = ready ? (problems.length === 0 ? 'ready' : 'degraded') : 'starting'
    return new PublicAnswer(ready ? 200 : 503, { status, shops, waiting_for: waitingFor, problems })
  })
  app.public(metricsRoute, () => deps.metrics.registry.metrics())
  // Written once: it is long, and anybody may ask for it.
  let document: Buffer | undefined
  app.public(openApiRoute, () => {
    document ??= Buffer.from(JSON.stringify(openApiDocument(app.routes, { version: deps.version, servers: ['/'] })))
    return new PublicAnswer(200, document, { 'content-type': 'application/json; charset=utf-8' })
  })
  app.server.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json', title: 'Vitrine API' } })
}
