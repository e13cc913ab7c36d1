/** Messages between the two sides. */
export interface CallMessage {
  call: number
  method: string
  args: unknown[]
}

/** An error loses its class on the way: name, message and code are what is left of it. */
export interface ErrorMessage {
  name: string
  message: string
  code?: unknown
  errcode?: unknown
}

export type AnswerMessage = { call: number; result: unknown } | { call: number; error: ErrorMessage }
