import { afterEach, describe, expect, it, vi } from 'vitest'
import { createConsent } from './consent.ts'
import { createIdentity } from './identity.ts'
import { cookieStorage, localStorageStorage, memoryStorage } from './storage.ts'
import { newUuid } from './uuid.ts'

const MINUTE = 60_000

afterEach(() => void vi.unstubAllGlobals())

describe('a visitor', () => {
  it('keeps the id between pages if it may be stored, otherwise only on the current page', () => {
    for (const gate of ['open', 'held', 'closed'] as const) {
      const storage = memoryStorage()
      const page = createIdentity(storage, gate)
      expect(page.visitorId()).toBe(page.visitorId())
      expect(createIdentity(storage, gate).visitorId() === page.visitorId()).toBe(gate === 'open')
      expect(storage.get('vitrine_visitor') !== null).toBe(gate === 'open')
    }
  })

  it('deletes the stored id when consent is withdrawn, and keeps it on the current page', () => {
    const storage = memoryStorage()
    const identity = createIdentity(storage, 'open')
    const [visitor, session] = [identity.visitorId(), identity.sessionId()]
    identity.setStorage('closed')
    expect([storage.get('vitrine_visitor'), storage.get('vitrine_session')]).toEqual([null, null])
    expect([identity.visitorId(), identity.sessionId()]).toEqual([visitor, session])
    identity.setStorage('open')
    expect(storage.get('vitrine_visitor')).toBe(visitor)
    identity.rememberVisitor('known')
    expect([identity.visitorId(), storage.get('vitrine_visitor')]).toEqual(['known', 'known'])
  })

  it('gets a new session after half an hour without an event, and not earlier', () => {
    let nowMs = 1_000_000
    const identity = createIdentity(memoryStorage(), 'open', () => nowMs)
    const first = identity.sessionId()
    for (let i = 0; i < 3; i++) {
      nowMs += 30 * MINUTE - 1
      expect(identity.sessionId()).toBe(first)
    }
    nowMs += 30 * MINUTE
    expect(identity.sessionId()).not.toBe(first)
  })
})

describe('an id', () => {
  const V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

  it.each([
    ['the browser makes one', globalThis.crypto],
    ['there are only random bytes', { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) }],
    ['there is no crypto', undefined],
  ])('is a random UUID where %s', (_name, crypto) => {
    vi.stubGlobal('crypto', crypto)
    const ids = Array.from({ length: 200 }, newUuid)
    for (const id of ids) expect(id).toMatch(V4)
    expect(new Set(ids).size).toBe(200)
    for (const at of [0, 7, 9, 16, 20, 35]) expect(new Set(ids.map((id) => id[at])).size).toBeGreaterThan(8)
  })
})

describe('consent', () => {
  const consent = (given: object | undefined, required: boolean) =>
    createConsent({ storage: memoryStorage(), given, required, onChange: () => {} })

  it.each([
    [undefined, false, 'open', 'open'],
    [undefined, true, 'held', 'held'],
    [{ analyticsProcessingAllowed: true }, true, 'open', 'open'],
    [{ analyticsProcessingAllowed: true, preferencesProcessingAllowed: false }, true, 'open', 'closed'],
    [{ analyticsProcessingAllowed: false }, false, 'closed', 'closed'],
    [{ marketingAllowed: false }, true, 'open', 'open'],
  ])('%o, required %s: %s, storing %s', async (given, required, gate, storing) => {
    const state = consent(given, required)
    expect([state.gate, state.storage]).toEqual([gate, storing])
    expect(await state.needed).toBe(gate === 'held')
  })

  it('is sent as the flags that the shopper answered', () => {
    expect(consent(undefined, false).wire()).toBeUndefined()
    expect(consent({ marketingAllowed: false, saleOfDataAllowed: true }, false).wire()).toEqual({
      marketing_allowed: false,
      sale_of_data_allowed: true,
    })
  })

  it('is stored, and counts as not given if the stored value is unreadable', () => {
    const storage = memoryStorage()
    const open = () => createConsent({ storage, given: undefined, required: true, onChange: () => {} })
    open().decide({ analyticsProcessingAllowed: true })
    expect(open().gate).toBe('open')
    storage.set('vitrine_consent', '{')
    expect(open().gate).toBe('held')
  })
})

describe('storage', () => {
  const laws = (storage: ReturnType<typeof memoryStorage>) => {
    expect(storage.get('a=b')).toBeNull()
    storage.set('a=b', 'x; y')
    expect(storage.get('a=b')).toBe('x; y')
    storage.remove('a=b')
    expect(storage.get('a=b')).toBeNull()
  }

  it('keeps a value until it is removed, in memory, in the browser, and if the browser forbids storage', () => {
    laws(memoryStorage())
    const values = memoryStorage()
    vi.stubGlobal('localStorage', { getItem: values.get, setItem: values.set, removeItem: values.remove })
    laws(localStorageStorage())
    vi.stubGlobal('localStorage', undefined)
    laws(localStorageStorage())
  })

  it('in cookies lasts as many days as requested, on the given domain, and is secure on https pages', () => {
    const jar = new Map<string, string>()
    const written: string[] = []
    const document = {
      get cookie() {
        return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      },
      set cookie(text: string) {
        written.push(text)
        const [pair = '', age = ''] = text.split('; ')
        const [name = '', value = ''] = pair.split('=')
        if (age === 'max-age=0') jar.delete(name)
        else jar.set(name, value)
      },
    }
    vi.stubGlobal('document', document)
    vi.stubGlobal('location', { protocol: 'https:' })
    laws(cookieStorage())
    expect(written[0]).toBe(`a%3Db=x%3B%20y; max-age=${390 * 86_400}; path=/; SameSite=Lax; Secure`)
    vi.stubGlobal('location', { protocol: 'http:' })
    cookieStorage({ domain: '.shop.example', maxAgeDays: 1 }).set('a', '1')
    expect(written.at(-1)).toBe('a=1; max-age=86400; path=/; SameSite=Lax; domain=.shop.example')
  })

  it('in cookies is empty outside a page', () => {
    cookieStorage().set('a', '1')
    expect(cookieStorage().get('a')).toBeNull()
  })
})
