/** Messages between the two sides. */
export interface CallMessage {
  call: number
  method: string
  args: unknown[]
}

/** An error loses its class when it is sent: only name, message and codes remain. */
export interface ErrorMessage {
  name: string
  message: string
  code?: unknown
  errcode?: unknown
}

export type AnswerMessage = { call: number; result: unknown } | { call: number; error: ErrorMessage }
