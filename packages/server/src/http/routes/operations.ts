import { createHash } from 'node:crypto'
import * as contract from '@vitrine/contract'
import Fastify from 'fastify'
import type { App } from '../app.ts'
import type { HttpMetrics } from '../metrics.ts'
import { policyOfPage } from '../page-headers.ts'
import { PublicAnswer } from '../public-handler.ts'
import { type PageAccess, requirePageKey } from '../page-access.ts'

export interface Readiness {
  shops: number
  waitingFor: string[]
  /** Shops whose texts are being embedded, so that searches by meaning may change. */
  embedding: number
  /** Requests are still answered, but should go to another node. */
  isStopping?: boolean
  /** Problems that need an operator but do not prevent serving. */
  problems: string[]
  /** True if nothing could be written for some time. Another node may be able to write. */
  isReadOnly?: boolean
}

export interface OperationsDeps {
  metrics: HttpMetrics
  version: string
  readiness(): Promise<Readiness>
  metricsAccess: PageAccess
  docsAccess: PageAccess
  /** Filled into the reference page, so that its requests can be tried. Only a demo has keys to show. */
  demoKeys?: { shop: string; storefrontKey: string; adminKey: string } | undefined
}

export function operationsRoutes(app: App, deps: OperationsDeps): void {
  app.public(contract.healthRoute, () => ({ status: 'ok' }))
  app.public(contract.readyRoute, async () => {
    const readiness = await deps.readiness()
    const { shops, waitingFor, embedding, problems } = readiness
    const status = statusOf(readiness)
    const isTaken = status === 'ready' || status === 'degraded'
    return new PublicAnswer(isTaken ? 200 : 503, { status, shops, waiting_for: waitingFor, embedding, problems })
  })
  const { metricsAccess, docsAccess } = deps
  if (metricsAccess !== 'off')
    app.public(contract.metricsRoute, ({ headers }) => {
      requirePageKey(metricsAccess, headers)
      return deps.metrics.registry.metrics()
    })
  if (docsAccess === 'off') return
  // Serialized once, because it is long and anybody may request it.
  let document: Buffer | undefined
  app.public(contract.openApiRoute, ({ headers }) => {
    requirePageKey(docsAccess, headers)
    document ??= Buffer.from(
      JSON.stringify(contract.openApiDocument(app.routes, { version: deps.version, servers: ['/'], named: contract })),
    )
    return new PublicAnswer(200, document, {
      'content-type': 'application/json; charset=utf-8',
      ...(docsAccess !== 'on' && { 'cache-control': 'private, no-store' }),
    })
  })
  referenceRoutes(app, deps)
}

function statusOf({ waitingFor, isStopping, isReadOnly, problems }: Readiness): string {
  if (isStopping) return 'stopping'
  if (waitingFor.length > 0) return 'starting'
  if (isReadOnly) return 'read_only'
  return problems.length === 0 ? 'ready' : 'degraded'
}

/** High, because the page's script is large. */
const REFERENCE_COST = 20

function referenceRoutes(app: App, { demoKeys, docsAccess }: OperationsDeps): void {
  app.server.register(async (scope) => {
    scope.addHook('onRequest', app.chargeAddress(REFERENCE_COST))
    scope.addHook('onRequest', async ({ headers }) => requirePageKey(docsAccess, headers))
    for (const path of ['/docs/', '/docs/js/scalar.js']) {
      let loading: Promise<ReferenceFile> | undefined
      scope.get(path, async ({ headers }, reply) => {
        loading ??= loadReference(path, demoKeys)
        const { body, ...fixed } = await loading
        reply.headers({ ...fixed, 'cache-control': 'private, no-cache' })
        return headers['if-none-match'] === fixed.etag ? reply.code(304).send() : reply.send(body)
      })
    }
  })
}

interface ReferenceFile extends Record<string, string | Buffer> {
  body: Buffer
  etag: string
}

/** Loads 30 MiB of code. The page must not contain anything from a caller: its policy allows all scripts in it. */
async function loadReference(path: string, demoKeys: OperationsDeps['demoKeys']): Promise<ReferenceFile> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(scalar, { routePrefix: '/docs', configuration: referenceConfiguration(demoKeys) })
  const page = await server.inject(path)
  await server.close()
  const type = String(page.headers['content-type'])
  return {
    body: page.rawPayload,
    'content-type': type,
    etag: `"${createHash('sha256').update(page.rawPayload).digest('base64url').slice(0, 22)}"`,
    ...(type.startsWith('text/html') && { 'content-security-policy': policyOfPage(page.body) }),
  }
}

/** Without the vendor's services, so that the page never contacts other hosts. */
function referenceConfiguration(demoKeys: OperationsDeps['demoKeys']) {
  return {
    url: '/openapi.json',
    pageTitle: 'Vitrine API',
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never' as const,
    agent: { disabled: true },
    mcp: { disabled: true },
    customCss: VENDOR_LINKS_HIDDEN,
    ...(demoKeys ? { authentication: demoAuthentication(demoKeys) } : {}),
  }
}

const VENDOR_LINKS_HIDDEN = 'a[href*="scalar.com"] { display: none !important }'

function demoAuthentication({ shop, storefrontKey, adminKey }: NonNullable<OperationsDeps['demoKeys']>) {
  return {
    preferredSecurityScheme: [['storefrontKey', 'shop']],
    securitySchemes: { storefrontKey: { token: storefrontKey }, adminKey: { token: adminKey }, shop: { value: shop } },
  }
}
