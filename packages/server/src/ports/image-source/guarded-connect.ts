import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, buildConnector, Dispatcher } from 'undici'
import { ImageRefused } from './image-source.ts'

export interface Guard {
  isAllowedAddress: (address: string) => boolean
  isAllowedPort: (port: number) => boolean
  lookup?: typeof systemLookup
  timeoutMs: number
}

type Options = Omit<Dispatcher.RequestOptions, 'origin' | 'path' | 'method'> & { method: 'GET' | 'POST' }
export type GuardedRequest = (url: URL | string, options: Options) => Promise<Dispatcher.ResponseData>

/** All addresses of a name must be allowed. The connected address is checked again before a byte is sent. */
export function guardedClient(guard: Guard) {
  let loaded: Promise<{ http: typeof import('undici'); dispatcher: Agent }> | undefined
  return {
    async open(): Promise<GuardedRequest> {
      loaded ??= import('undici').then((http) => ({ http, dispatcher: guardedAgent(http, guard) }))
      const { http, dispatcher } = await loaded
      return (url, options) => http.request(url, { ...options, dispatcher })
    },
    close: async () => (await loaded)?.dispatcher.destroy(),
  }
}

function guardedAgent({ Agent, buildConnector }: typeof import('undici'), guard: Guard): Agent {
  const connect = buildConnector({ lookup: guardedLookup(guard), timeout: guard.timeoutMs, allowH2: false })
  return new Agent({
    // Connections are closed soon, because the address of a name may change.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    headersTimeout: guard.timeoutMs,
    bodyTimeout: guard.timeoutMs,
    connect: (options, callback) => {
      const refusal = refuseTarget(guard, options)
      if (refusal) return callback(refusal, null)
      return connect(options, (...[error, socket]) => {
        if (error) return callback(error, null)
        if (guard.isAllowedAddress(socket.remoteAddress ?? '')) return callback(null, socket)
        socket.destroy()
        return callback(new ImageRefused('address', 'connected elsewhere'), null)
      })
    },
  })
}

function refuseTarget(guard: Guard, { hostname, port, protocol }: buildConnector.Options): ImageRefused | undefined {
  const number = Number(port || (protocol === 'https:' ? 443 : 80))
  if (!guard.isAllowedPort(number)) return new ImageRefused('port', String(number))
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !guard.isAllowedAddress(literal)) return new ImageRefused('address', literal)
  return undefined
}

function guardedLookup(guard: Guard): LookupFunction {
  const lookup = guard.lookup ?? systemLookup
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const bad = found.find(({ address }) => !guard.isAllowedAddress(address))
      // All addresses are checked, because attackers mix a forbidden one with allowed ones.
      if (bad) return callback(new ImageRefused('address', `${hostname} is ${bad.address}`), '', 0)
      const first = found[0]
      if (first === undefined) return callback(new ImageRefused('network', `${hostname} has no address`), '', 0)
      return options.all ? callback(null, found) : callback(null, first.address, first.family)
    })
  }
}
