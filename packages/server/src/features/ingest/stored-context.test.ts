import { describe, expect, it } from 'vitest'
import { storedContext } from './stored-context.ts'

describe('the stored context of an event', () => {
  it('C1: has the listed fields and nothing else', () => {
    const stored = storedContext({
      navigator: { user_agent: 'UA', language: null, secret: 1 },
      document: { title: 'T', location: { pathname: '/a', secret: 1 }, other: 2 },
      window: { screen: { width: 10, depth: 24 }, inner: 5 },
      more: 1,
    })
    expect(JSON.parse(JSON.stringify(stored))).toEqual({
      navigator: { user_agent: 'UA' },
      document: { title: 'T', location: { pathname: '/a' } },
      window: { screen: { width: 10 } },
    })
  })

  it('C2: includes no part without a value', () => {
    const nothing = { navigator: undefined, document: undefined, window: undefined }
    expect(storedContext({})).toEqual(nothing)
    expect(storedContext({ document: { title: null, location: { href: null } }, window: { screen: { width: null } } })).toEqual(nothing) // biome-ignore format: one line reads better
    expect(storedContext({ navigator: [], document: 'x', window: { screen: 5 } })).toEqual(nothing)
  })

  it('C3: includes a part that has at least one of its fields', () => {
    for (const name of ['title', 'referrer', 'character_set']) expect(storedContext({ document: { [name]: 'x' } }).document).toMatchObject({ [name]: 'x' }) // biome-ignore format: one line reads better
    const location = ['href', 'pathname', 'search', 'hash', 'host', 'hostname', 'origin', 'port', 'protocol']
    for (const name of location)
      expect(storedContext({ document: { location: { [name]: 'x' } } }).document).toMatchObject({
        location: { [name]: 'x' },
      })
    for (const name of ['width', 'height'])
      expect(storedContext({ window: { screen: { [name]: 7 } } }).window).toMatchObject({ screen: { [name]: 7 } })
  })
})
