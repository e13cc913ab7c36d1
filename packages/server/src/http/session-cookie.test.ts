import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { readSessionCookie, sessionCookie } from './session-cookie.ts'

const request = (protocol: string, hostname: string, cookie?: string) =>
  ({ protocol, hostname, headers: { cookie } }) as unknown as FastifyRequest

describe('the session cookie', () => {
  it('is read back among other cookies, over https and on this machine', () => {
    for (const [protocol, hostname] of [
      ['https', 'shop.example'],
      ['http', 'localhost'],
    ] as const) {
      const [pair = ''] = sessionCookie(request(protocol, hostname), 'token=1', 60).split(';')
      const read = (cookie?: string) => readSessionCookie(request(protocol, hostname, cookie))
      expect(read(pair)).toBe('token=1')
      expect(read(`a=b; ${pair} ; c`)).toBe('token=1')
      expect([read(undefined), read('a=b'), read(`x${pair}`), read(pair.slice(0, pair.indexOf('=') + 1))]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  it('is bound to the host and to https, and has another name over http', () => {
    const secure = sessionCookie(request('https', 'shop.example'), 't', 60)
    expect(secure).toBe('__Host-vitrine=t; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure')
    const loopback = sessionCookie(request('http', '127.0.0.1'), 't', 60)
    expect(loopback).toBe('vitrine_session=t; Path=/; Max-Age=60; HttpOnly; SameSite=Strict')
    expect(readSessionCookie(request('https', 'shop.example', loopback))).toBeUndefined()
  })

  it('is removed by a cookie that expires at once', () => {
    expect(sessionCookie(request('https', 'shop.example'), null, 60)).toContain('__Host-vitrine=; Path=/; Max-Age=0')
  })

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]', 'a.localhost'])(
    'may be set on %s without https',
    (host) => {
      expect(sessionCookie(request('http', host), 't', 1)).toContain('vitrine_session=t')
    },
  )

  it.each(['shop.example', '128.0.0.1', 'localhost.example', '127.0.0.1.example'])(
    'is refused on %s without https',
    (host) => {
      expect(() => sessionCookie(request('http', host), 't', 1)).toThrow('signing in needs https')
    },
  )
})
