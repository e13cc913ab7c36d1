export interface CallMessage {
  call: number
  method: string
  args: unknown[]
}

/** Errors lose their class when they are sent; only these fields are restored. */
export interface ErrorMessage {
  name: string
  message: string
  code?: unknown
  errcode?: unknown
}

export type AnswerMessage = { call: number; result: unknown } | { call: number; error: ErrorMessage }
