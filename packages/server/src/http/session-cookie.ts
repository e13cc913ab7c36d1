/** Over https, the cookie has the prefix `__Host-`. Over http it is sent only to this machine, without the prefix. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../features/errors.ts'

const SECURE_NAME = '__Host-vitrine'
const LOOPBACK_NAME = 'vitrine_session'

export function readSessionCookie(request: FastifyRequest): string | undefined {
  const name = isSecure(request) ? SECURE_NAME : LOOPBACK_NAME
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined
  }
  return undefined
}

/** Without a token, the header removes the cookie. */
export function sessionCookie(request: FastifyRequest, token: string | null, maxAgeSeconds: number): string {
  const secure = isSecure(request)
  if (!secure && !isLoopback(request.hostname))
    throw new Refusal(
      403,
      'signing in needs https: put a proxy with a certificate in front of the server and list it in VITRINE_TRUSTED_PROXIES',
    )
  const name = secure ? SECURE_NAME : LOOPBACK_NAME
  const age = token === null ? 0 : maxAgeSeconds
  return `${name}=${token ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https'
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname) || hostname.endsWith('.localhost')
}
