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

/** The method that frees caches; every thread also collects garbage then. It is not answered. */
export const REST = 'rest'

export type AnswerMessage = { call: number; result: unknown } | { call: number; error: ErrorMessage }
