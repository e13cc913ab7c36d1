/** Inputs that every part gets while it is put together. */
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { ProfileSource } from '../features/agents/agent-profiles.ts'
import type { HttpDeliverySettings } from '../ports/alert-delivery/http.ts'
import type { StoreClock } from './store-clock.ts'

export type Close = () => Promise<void> | void

export interface Assembly {
  config: Config
  log: Logger
  /** Milliseconds since 1970: of the store, where nodes share one. */
  clock: () => number
  /** Has `clock` follow the store; undefined where whoever composes gave a clock. */
  storeClock: StoreClock | undefined
  /** Source of agents' profiles; undefined: the web. */
  agentProfiles: ProfileSource | undefined
  /** Addresses that alerts may be sent to; undefined: public ones. */
  alertDelivery: HttpDeliverySettings | undefined
  /** Closed in the opposite order of being added. */
  onClose(close: Close): void
  onError(error: unknown, during: string): void
}
