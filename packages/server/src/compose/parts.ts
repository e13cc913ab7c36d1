import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { ProfileSource } from '../features/agents/agent-profiles.ts'
import type { HttpDeliverySettings } from '../ports/alert-delivery/http.ts'
import type { StoreClock } from './store-clock.ts'

export type Close = () => Promise<void> | void

export interface Assembly {
  config: Config
  log: Logger
  /** Milliseconds since 1970, by the store's clock if nodes share one. */
  clock: () => number
  /** Makes `clock` follow the store; undefined if the caller of `compose` supplied a clock. */
  storeClock: StoreClock | undefined
  /** Source of agents' profiles; undefined means the web. */
  agentProfiles: ProfileSource | undefined
  /** Addresses that alerts may be sent to; undefined means public ones. */
  alertDelivery: HttpDeliverySettings | undefined
  onClose(close: Close): void
  onError(error: unknown, during: string): void
}
