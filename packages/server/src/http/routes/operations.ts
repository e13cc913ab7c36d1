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
  /** Parts that are being loaded or built; empty when ready. */
  waitingFor: string[]
  /** Number of shops whose texts are being embedded. Their results of searches by meaning may change. */
  embedding: number
  /** True if the process was told to stop: requests are answered, but should go to another node. */
  isStopping?: boolean
  /** Messages about problems that need an operator but do not prevent serving. */
  problems: string[]
  /** True if nothing could be written here for some time. Another node may be able to write. */
  isReadOnly?: boolean
}

export interface OperationsDeps {
  metrics: HttpMetrics
  version: string
  readiness(): Promise<Readiness>
  metricsAccess: PageAccess
  docsAccess: PageAccess
  /** Filled into the reference page, so that its requests can be tried. Only a demo has keys that may be shown. */
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
  // Serialized once, because it is long and anybody may ask for it.
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

/** The page's script is large, so loading it repeatedly is limited. */
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

/**
 * Loads the reference page on demand, because its code takes 30 MiB. It must not contain anything that a caller sends:
 * its policy allows all scripts in it.
 */
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

/** Configures the reference without the vendor's services, so that it never contacts other hosts. */
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
