/** Describes the trace of a request, for whoever follows one through several services. */
export interface RequestSpan {
  method: string
  /** As declared, never with a caller's ids in it. */
  route: string
  status: number
  shop: string | undefined
  requestId: string
  endedAtMs: number
  tookMs: number
  /** W3C `traceparent` of the caller, where one was sent. What is no such header counts for nothing. */
  traceparent: string | undefined
}

export interface Tracing {
  /** Returns at once; spans are sent in batches, and lost where nobody takes them. */
  record(span: RequestSpan): void
  /** Sends what is left. */
  close(): Promise<void>
}
