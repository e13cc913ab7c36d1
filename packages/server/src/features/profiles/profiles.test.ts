import { describe, expect, it, onTestFinished } from 'vitest'
import { sqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import { batch, fact, login, nowMs, shop, windows } from '../../ports/derived-store/testing/derived-facts.ts'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import { SqliteEventTables } from '../../ports/event-log/sqlite-event-tables.ts'
import { shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { exportPerson, findPerson, isId, profileReader } from './profiles.ts'

type Facts = Parameters<typeof batch>[0]

async function openShop(facts: Facts = {}) {
  const store = sqliteDerivedTables(':memory:')
  const log = new SqliteEventTables(':memory:') as unknown as EventLog
  onTestFinished(async () => {
    await store.close()
    await log.close()
  })
  await store.apply(shop, batch(facts), windows)
  const add = (id: string, subjects: string[], sent: object = {}, atMs = nowMs) =>
    log.append(shop, [
      {
        id,
        receivedAtMs: nowMs,
        subjects,
        body: JSON.stringify(shopEvent({ id, atMs })),
        sent: JSON.stringify(sent),
      },
    ])
  return { store, log, deps: { store, log }, add }
}

describe('finding a person', () => {
  it('P1: works by the id of a visitor, client or customer, with or without its kind', async () => {
    const { deps, add } = await openShop()
    await add('e1', ['visitor:7'])
    await add('e2', ['customer:8'])
    const events = async (id: string) => (await findPerson(deps, shop, id))?.events.map((one) => one.id)
    expect(await events('7')).toEqual(['e1'])
    expect(await events('8')).toEqual(['e2'])
    expect(await events('customer:8')).toEqual(['e2'])
    expect(await events('visitor:8')).toBeUndefined()
    expect(await events('9')).toBeUndefined()
  })

  it('P2: includes the person’s own devices, but not another customer on the same device', async () => {
    const { deps, add } = await openShop({ links: [...login('1', 'visitor:a'), ...login('2', 'visitor:b')] })
    await add('e1', ['visitor:a'])
    await add('e2', ['visitor:b'])
    const person = await findPerson(deps, shop, 'customer:1')
    expect(person?.subjects.filter(isId).toSorted()).toEqual(['customer:1', 'visitor:a'])
    expect(person?.events.map(({ id }) => id)).toEqual(['e1'])
  })

  it('P3: works even if only a link between ids is stored', async () => {
    const { deps } = await openShop({ links: login('1', 'visitor:a') })
    expect((await findPerson(deps, shop, 'customer:1'))?.events).toEqual([])
  })

  it('P4: accepts only ids that were sent, never a login, which combines two ids', () => {
    expect(['visitor:a', 'client:a', 'customer:a', 'login:1@visitor:a', 'xvisitor:a'].map(isId)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the export of a person', () => {
  it('P5: has every id, event and product, and nothing for an unknown person', async () => {
    const { deps, add } = await openShop({
      links: login('1', 'visitor:a'),
      histories: [fact('visitor:a', 3, { browsedAtMs: nowMs }), fact('visitor:other', 4, { browsedAtMs: nowMs })],
    })
    await add('e1', ['visitor:a'])
    const reported = await exportPerson(deps, shop, 'visitor:a')
    expect(reported?.subjects).toContain('visitor:a')
    expect(reported?.subjects.every(isId)).toBe(true)
    expect(reported?.history.browsed).toEqual([3])
    expect(reported?.events).toMatchObject([{ id: 'e1' }])
    expect(await exportPerson(deps, shop, 'nobody')).toBeUndefined()
  })

  it('P6: has the latest consents by the time of the event, not of its arrival', async () => {
    const { deps, add } = await openShop()
    const said = (analytics: boolean) => ({ customer_privacy: { analytics } })
    await add('e1', ['visitor:a'], said(false), nowMs)
    await add('e2', ['visitor:a'], said(true), nowMs - 1000)
    await add('e3', ['visitor:a'], {}, nowMs + 1000)
    expect((await exportPerson(deps, shop, 'visitor:a'))?.consents).toEqual({
      at: new Date(nowMs).toISOString(),
      analytics: false,
    })
  })

  it('P7: has no consents if none were sent', async () => {
    const { deps, add } = await openShop()
    await add('e1', ['visitor:a'])
    expect((await exportPerson(deps, shop, 'visitor:a'))?.consents).toBeNull()
  })
})

describe('the history of a shopper', () => {
  it('P8: is empty for an unknown shopper, and covers linked ids', async () => {
    const { store } = await openShop({
      histories: [
        fact('visitor:a', 3, { browsedAtMs: nowMs }),
        fact('visitor:a', 4, { addedAtMs: nowMs }),
        fact('visitor:a', 5, { boughtAtMs: nowMs }),
      ],
    })
    const reader = profileReader(store)
    const nobody = { browsedProducts: [], cartProducts: [], purchasedProducts: [] }
    expect(await reader.history(shop, {} as never)).toEqual(nobody)
    expect(await reader.history(shop, { visitorId: 'a' } as never)).toEqual({
      browsedProducts: [3],
      cartProducts: [4],
      purchasedProducts: [5],
    })
  })
})
