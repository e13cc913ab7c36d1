import { AsyncLocalStorage } from 'node:async_hooks'

/** The text has placeholders instead of values. */
export interface StatementSpan {
  text: string
  endedAtMs: number
  tookMs: number
}

/** Of the current request, timed by `performance`. Undefined outside of a request, or if tracing is off. */
export const statementsOfRequest = new AsyncLocalStorage<StatementSpan[]>()

const MAX_STATEMENTS = 200

/** Adds the statement to the trace of the current request. */
export function traceStatement<T>(text: string, answer: Promise<T>): Promise<T> {
  const statements = statementsOfRequest.getStore()
  if (!statements || statements.length >= MAX_STATEMENTS) return answer
  const begunMs = performance.now()
  return answer.finally(() => {
    const endedAtMs = performance.now()
    statements.push({ text, endedAtMs, tookMs: endedAtMs - begunMs })
  })
}

export interface RequestSpan {
  method: string
  /** Path as declared, without a caller's ids. */
  route: string
  status: number
  shop: string | undefined
  requestId: string
  endedAtMs: number
  tookMs: number
  /** W3C `traceparent` header of the caller. An invalid one is ignored. */
  traceparent: string | undefined
  statements: readonly StatementSpan[]
}

export interface Tracing {
  /** Returns at once. Spans are sent in batches, and dropped if no collector accepts them. */
  record(span: RequestSpan): void
  close(): Promise<void>
}
