export interface CallMessage {
  call: number
  method: string
  args: unknown[]
}

/** The fields of an error that are sent. Its class is lost. */
export interface ErrorMessage {
  name: string
  message: string
  code?: unknown
  errcode?: unknown
}

/** The method that frees caches before the thread collects garbage. It has no answer. */
export const FREE_CACHES = 'freeCaches'

export type AnswerMessage = { call: number; result: unknown } | { call: number; error: ErrorMessage }
