/** What every part is given while it is put together. */
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

export type Close = () => Promise<void> | void

export interface Assembly {
  config: Config
  log: Logger
  /** Milliseconds since 1970. */
  clock: () => number
  /** Closed in the opposite order of being added. */
  onClose(close: Close): void
  onError(error: unknown, during: string): void
}
