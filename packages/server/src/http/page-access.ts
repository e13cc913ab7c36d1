/** Operators' pages may require a key, as a monitor's bearer token or a browser's password. */
import type { IncomingHttpHeaders } from 'node:http'
import { hashKey, sameHash } from '../features/shops/api-key.ts'
import { bearerKey } from './auth.ts'
import { PageKeyNeeded } from './errors.ts'

export type PageAccess = 'on' | 'off' | { key: string }

export function requirePageKey(access: PageAccess, headers: IncomingHttpHeaders): void {
  if (typeof access === 'string') return
  const given = bearerKey(headers) ?? basicPassword(headers)
  // Comparing hashes takes the same time for any guess.
  if (given === undefined || !sameHash(hashKey(given), hashKey(access.key)))
    throw new PageKeyNeeded('this page needs its key: as a bearer token, or as the password with any user name')
}

function basicPassword({ authorization }: IncomingHttpHeaders): string | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}
