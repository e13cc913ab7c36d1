/** OpenTelemetry protocol over HTTP. Loaded only if traces are enabled. */
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { RequestSpan, Tracing } from './tracing.ts'

export interface OtlpSettings {
  /** URL without `/v1/traces`. */
  endpoint: string
  version: string
}

export function otlpTracing({ endpoint, version }: OtlpSettings): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'vitrine', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('vitrine', version)
  return {
    record(span) {
      const { method, route, status, endedAtMs, tookMs } = span
      const options = { kind: SpanKind.SERVER, startTime: endedAtMs - tookMs, attributes: attributesOf(span) }
      const caller = callerOf(span.traceparent)
      const begun = tracer.startSpan(`${method} ${route}`, options, caller)
      for (const statement of span.statements) {
        const asked = {
          kind: SpanKind.CLIENT,
          startTime: statement.endedAtMs - statement.tookMs,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': statement.text },
        }
        tracer.startSpan('statement', asked, trace.setSpan(caller, begun)).end(statement.endedAtMs)
      }
      if (status >= 500) begun.setStatus({ code: SpanStatusCode.ERROR })
      begun.end(endedAtMs)
    },
    close: () => provider.shutdown(),
  }
}

function attributesOf({ method, route, status, shop, requestId }: RequestSpan) {
  return {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'vitrine.request_id': requestId,
    ...(shop === undefined ? {} : { 'vitrine.shop': shop }),
  }
}

/** Parses `00-<32 hex>-<16 hex>-<flags>`, which makes the request part of the caller's trace. */
function callerOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  })
}
