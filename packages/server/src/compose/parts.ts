/** Inputs that every part gets while it is put together. */
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { ProfileSource } from '../features/agents/agent-profiles.ts'

export type Close = () => Promise<void> | void

export interface Assembly {
  config: Config
  log: Logger
  /** Milliseconds since 1970. */
  clock: () => number
  /** Source of agents' profiles; undefined: the web. */
  agentProfiles: ProfileSource | undefined
  /** Closed in the opposite order of being added. */
  onClose(close: Close): void
  onError(error: unknown, during: string): void
}
