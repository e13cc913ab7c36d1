import { describe, expect, it } from 'vitest'
import { TooBusy } from '../errors.ts'
import { AgentProfiles } from './agent-profiles.ts'

const GOOD = {
  ucp: { version: '2026-04-08', capabilities: { 'dev.ucp.shopping.catalog.search': [{ version: '2026-04-08' }] } },
}
const AGREED = { kind: 'agreed', capabilities: ['dev.ucp.shopping.catalog.search'] }
const MINUTE = 60_000

function profiles(text = JSON.stringify(GOOD)) {
  const fetched: string[] = []
  let fails = false
  const source = {
    async fetch(url: string) {
      fetched.push(url)
      if (fails) throw new Error('away')
      return Buffer.from(text)
    },
  }
  const ask = (nowMs: number, path = 'a', host = 'agent.example') =>
    new Promise((settle) => settle(all.negotiate(`https://${host}/${path}`, nowMs)))
  const all = new AgentProfiles(source)
  return { ask, fetched, breakDown: () => (fails = true), mend: () => (fails = false) }
}

describe('profiles of platforms', () => {
  it('A1: are fetched once in five minutes', async () => {
    const { ask, fetched } = profiles()
    for (const nowMs of [0, 1, 5 * MINUTE - 1]) expect(await ask(nowMs)).toEqual(AGREED)
    expect(fetched).toHaveLength(1)
    await ask(5 * MINUTE)
    expect(fetched).toHaveLength(2)
  })

  it('A2: that failed are fetched again after a minute', async () => {
    const { ask, fetched, breakDown, mend } = profiles()
    breakDown()
    expect(await ask(0)).toMatchObject({ kind: 'refused', status: 424 })
    mend()
    expect(await ask(MINUTE - 1)).toMatchObject({ status: 424 })
    expect(await ask(MINUTE)).toEqual(AGREED)
    expect(fetched).toHaveLength(2)
  })

  it('A3: that are unknown are fetched at most sixty times a minute from one host; known ones do not count', async () => {
    const { ask, fetched } = profiles()
    for (let n = 0; n < 60; n++) await ask(0, `p${n}`)
    await expect(ask(MINUTE - 1, 'one-more')).rejects.toBeInstanceOf(TooBusy)
    expect(await ask(MINUTE - 1, 'p7')).toEqual(AGREED)
    expect(await ask(MINUTE - 1, 'a', 'other.example')).toEqual(AGREED)
    expect(await ask(MINUTE, 'one-more')).toEqual(AGREED)
    expect(fetched).toHaveLength(62)
  })

  it.each([
    '[]',
    'null',
    '{"ucp": 1}',
    '{"ucp": {"version": 3}}',
    '{"ucp": {"version": "2026-04-08", "capabilities": []}}',
  ])('A4: %s is no profile', async (text) => {
    expect(await profiles(text).ask(0)).toMatchObject({ status: 422, code: 'profile_malformed' })
  })

  it('A5: without capabilities share none with us', async () => {
    expect(await profiles('{"ucp": {"version": "2026-04-08"}}').ask(0)).toEqual({ kind: 'agreed', capabilities: [] })
  })
})
