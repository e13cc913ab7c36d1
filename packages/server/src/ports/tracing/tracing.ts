export interface RequestSpan {
  method: string
  /** The route as declared, never with a caller's ids in it. */
  route: string
  status: number
  shop: string | undefined
  requestId: string
  endedAtMs: number
  tookMs: number
  /** W3C `traceparent` header of the caller, if one was sent. An invalid one is ignored. */
  traceparent: string | undefined
}

export interface Tracing {
  /** Returns at once; spans are sent in batches, and dropped if no collector accepts them. */
  record(span: RequestSpan): void
  close(): Promise<void>
}
