import { describe, expect, it } from 'vitest'
import type { DerivedStore } from './derived-store.ts'
import { batch, click, fact, login, nowMs, order, shop, windows } from './testing/derived-facts.ts'

/** Each subject has its own product, which shows where the product was read from. */
const ON_VISITOR = 1
const ON_CLIENT = 2
const LOGGED_IN = 3
const ELSEWHERE = 4
const BY_CUSTOMER_ALONE = 5

async function world(store: DerivedStore, kind: 'login' | 'claim', more: [string, string][] = []): Promise<void> {
  const histories = [
    fact('visitor:v', ON_VISITOR, { browsedAtMs: 50 }),
    fact('client:c', ON_CLIENT, { browsedAtMs: 40 }),
    fact(`${kind}:k@visitor:v`, LOGGED_IN, { browsedAtMs: 30 }),
    fact('claim:k@visitor:elsewhere', ELSEWHERE, { browsedAtMs: 20 }),
    fact('customer:k', BY_CUSTOMER_ALONE, { browsedAtMs: 10 }),
  ]
  const links = [
    ['visitor:v', 'client:c'] as [string, string],
    ...login('k', 'visitor:v', kind),
    ...login('k', 'visitor:elsewhere', 'claim'),
    ...more,
  ]
  await store.apply(shop, batch({ histories, links }), windows)
}

export function linkedIdsContract(name: string, open: () => Promise<DerivedStore>): void {
  const using = (work: (store: DerivedStore) => Promise<void>) => async () => {
    const store = await open()
    await work(store)
    await store.close()
  }
  const browsed = async (store: DerivedStore, ...subjects: string[]) =>
    (await store.history(shop, subjects, 10)).browsed

  describe(`linked ids in ${name}`, () => {
    it(
      'L1: treats a visitor and a client that were seen together as one device',
      using(async (store) => {
        await world(store, 'claim')
        for (const id of ['visitor:v', 'client:c'])
          expect(await browsed(store, id)).toEqual([ON_VISITOR, ON_CLIENT, LOGGED_IN])
      }),
    )

    it(
      'L2: follows a browser’s claim from the customer to the device, never from the device to the customer',
      using(async (store) => {
        await world(store, 'claim')
        expect(await browsed(store, 'customer:k')).toEqual([1, 2, 3, 4, 5])
        expect(await browsed(store, 'visitor:elsewhere')).toEqual([ELSEWHERE])
      }),
    )

    it(
      'L3: follows a verified login both ways',
      using(async (store) => {
        await world(store, 'login')
        for (const id of ['visitor:v', 'client:c', 'customer:k'])
          expect(await browsed(store, id)).toEqual([1, 2, 3, 4, 5])
      }),
    )

    it(
      'L4: treats a device with a second customer, even a claimed one, as shared: neither reads its history',
      using(async (store) => {
        await world(store, 'login', login('x', 'client:c', 'claim'))
        expect(await browsed(store, 'visitor:v')).toEqual([ON_VISITOR, ON_CLIENT])
        expect(await browsed(store, 'customer:x')).toEqual([])
        expect(await browsed(store, 'customer:k')).toEqual([LOGGED_IN, ELSEWHERE, BY_CUSTOMER_ALONE])
        expect(await browsed(store, 'visitor:v', 'customer:x')).toEqual([ON_VISITOR, ON_CLIENT])
      }),
    )

    it(
      'L5: ignores an id linked to more than 20 others, but a customer may have more devices',
      using(async (store) => {
        const devices = Array.from({ length: 21 }, (_, i) => `visitor:v${i}`)
        const histories = devices.map((device, i) => fact(device, i + 1, { browsedAtMs: i + 1 }))
        const constant = devices.map((device): [string, string] => [device, 'client:web'])
        const logins = devices.slice(0, 20).flatMap((device) => login('k', device))
        await store.apply(shop, batch({ histories, links: [...constant, ...logins] }), windows)
        expect(await browsed(store, 'client:web')).toEqual([])
        expect(await store.ownSubjects(shop, ['client:web'])).toEqual(['client:web'])
        const allButOne = (await store.history(shop, ['customer:k'], 50)).browsed
        expect(allButOne).toEqual(Array.from({ length: 20 }, (_, i) => 20 - i))
        await store.apply(shop, batch({ fromOffset: 1, toOffset: 2, links: login('k', 'visitor:v20') }), windows)
        expect((await store.history(shop, ['customer:k'], 50)).browsed).toHaveLength(21)
      }),
    )

    it(
      'L6: accepts an id linked to exactly 20 others',
      using(async (store) => {
        const links = Array.from({ length: 20 }, (_, i): [string, string] => [`visitor:v${i}`, 'client:family'])
        await store.apply(shop, batch({ histories: [fact('visitor:v3', 7, { browsedAtMs: 1 })], links }), windows)
        expect(await browsed(store, 'client:family')).toEqual([7])
      }),
    )

    it(
      'L7: returns as own subjects a device with its logins, and for a customer the devices of nobody else',
      using(async (store) => {
        await world(store, 'login')
        expect(await store.ownSubjects(shop, ['client:c'])).toEqual(['client:c', 'login:k@visitor:v', 'visitor:v'])
        expect(await store.ownSubjects(shop, ['customer:k'])).toEqual([
          'claim:k@visitor:elsewhere',
          'client:c',
          'customer:k',
          'login:k@visitor:v',
          'visitor:elsewhere',
          'visitor:v',
        ])
        expect(await store.ownSubjects(shop, ['visitor:unknown'])).toEqual(['visitor:unknown'])
        const own = await store.ownSubjects(shop, ['visitor:v'])
        expect((await store.ownHistory(shop, own, 10)).browsed).toEqual([ON_VISITOR, ON_CLIENT, LOGGED_IN])
      }),
    )

    it(
      'L8: attributes an order to touches of its customer on any device, claimed or not',
      using(async (store) => {
        const links = [...login('k', 'visitor:v', 'claim'), ...login('k', 'visitor:w', 'claim')]
        const touches = [
          click({ subject: 'claim:k@visitor:w', eventId: 'elsewhere' }),
          click({ subject: 'visitor:w', eventId: 'before the login', atMs: nowMs - 2000 }),
          click({ subject: 'visitor:other', eventId: 'somebody else' }),
        ]
        const conversions = [order('o', { subjects: ['visitor:v'] })]
        await store.apply(shop, batch({ links, touches, conversions }), windows)
        const [task] = await store.attributionTasks(shop, windows, 10)
        expect(task?.touches.map(({ eventId }) => eventId)).toEqual(['before the login', 'elsewhere'])
      }),
    )
  })
}
