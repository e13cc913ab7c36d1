import type { lookup as systemLookup } from 'node:dns'
import { request } from 'undici'
import { guardedAgent } from '../image-source/guarded-connect.ts'
import { ImageRefused } from '../image-source/image-source.ts'
import { isPublicAddress } from '../image-source/public-address.ts'
import type { AlertDelivery } from './alert-delivery.ts'

export interface HttpDeliverySettings {
  timeoutMs?: number
  /** Tests look at loopback listeners; everything else keeps the defaults. */
  isAllowedAddress?: (address: string) => boolean
  isAllowedPort?: (port: number) => boolean
  lookup?: typeof systemLookup
}

/** Over HTTP, with the same guard as pictures: a merchant's address leads nowhere inside. Redirects are not followed. */
export function httpAlertDelivery(settings: HttpDeliverySettings = {}): AlertDelivery & { close(): Promise<void> } {
  const guard = {
    timeoutMs: 5000,
    isAllowedAddress: isPublicAddress,
    isAllowedPort: (port: number) => port === 80 || port === 443,
    ...settings,
  }
  const agent = guardedAgent(guard)
  return {
    async send(url, delivery) {
      const { statusCode, body } = await request(url, {
        dispatcher: agent,
        method: 'POST',
        signal: AbortSignal.timeout(guard.timeoutMs),
        headers: { ...delivery.headers, 'content-type': 'application/json', 'user-agent': 'Vitrine' },
        body: delivery.body,
      }).catch((error: Error) => {
        throw new Error(reasonOf(error), { cause: error })
      })
      body.on('error', () => {})
      body.destroy()
      if (statusCode >= 300) throw new Error(`the address answered ${statusCode}`)
    },
    close: () => agent.destroy(),
  }
}

/** Reason that a merchant is told. It hides what a name resolves to, or who refused: nobody shall feel out a network through us. */
function reasonOf(error: Error): string {
  const isRefused = error instanceof ImageRefused || error.cause instanceof ImageRefused
  return isRefused ? 'the address is not allowed' : 'the address did not answer'
}
