import type { lookup as systemLookup } from 'node:dns'
import { guardedClient } from '../image-source/guarded-connect.ts'
import { ImageRefused } from '../image-source/image-source.ts'
import { isPublicAddress } from '../image-source/public-address.ts'
import type { AlertDelivery } from './alert-delivery.ts'

export interface HttpDeliverySettings {
  timeoutMs?: number
  /** Only tests set these, to allow loopback listeners. */
  isAllowedAddress?: (address: string) => boolean
  isAllowedPort?: (port: number) => boolean
  lookup?: typeof systemLookup
}

/** Guarded like fetches of pictures: neither a merchant's URL nor a redirect can reach internal hosts. */
export function httpAlertDelivery(settings: HttpDeliverySettings = {}): AlertDelivery & { close(): Promise<void> } {
  const guard = {
    timeoutMs: 5000,
    isAllowedAddress: isPublicAddress,
    isAllowedPort: (port: number) => port === 80 || port === 443,
    ...settings,
  }
  const client = guardedClient(guard)
  return {
    async send(url, delivery) {
      const request = await client.open()
      const sent = request(url, {
        method: 'POST',
        signal: AbortSignal.timeout(guard.timeoutMs),
        headers: { ...delivery.headers, 'content-type': 'application/json', 'user-agent': 'Vitrine' },
        body: delivery.body,
      })
      const { statusCode, body } = await sent.catch((error: Error) => {
        throw new Error(reasonOf(error), { cause: error })
      })
      body.on('error', () => {})
      body.destroy()
      if (statusCode >= 300) throw new Error(`the address answered ${statusCode}`)
    },
    close: () => client.close(),
  }
}

/** Hides what a name resolves to and who refused, so that nobody can probe a network through this server. */
function reasonOf(error: Error): string {
  const isRefused = error instanceof ImageRefused || error.cause instanceof ImageRefused
  return isRefused ? 'the address is not allowed' : 'the address did not answer'
}
