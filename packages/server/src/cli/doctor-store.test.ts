import { describe, expect, it } from 'vitest'
import { STORE_SCHEMA } from '../compose/store-postgres.ts'
import { postgresDerivedStore } from '../ports/derived-store/postgres.ts'
import { postgresEventLog } from '../ports/event-log/postgres.ts'
import { openPostgres } from '../ports/postgres/open-postgres.ts'
import { testDatabase } from '../ports/postgres/testing/shared-server.ts'
import { checkStore } from './doctor-store.ts'

describe('vitrine doctor on a shared store', () => {
  it('reports the server, whether its tables fit, and how many events are not derived', async () => {
    const url = await testDatabase()
    expect((await checkStore(url)).map(({ text }) => text)[1]).toBe('tables will be created at the first start')
    const db = await openPostgres({ url }, STORE_SCHEMA)
    const log = postgresEventLog(db, ':memory:')
    await log.append('a', [{ id: 'e', receivedAtMs: 1, subjects: [], body: '{}', sent: '{}' }])
    const findings = await checkStore(url)
    expect(findings.every(({ state }) => state === 'good')).toBe(true)
    expect(findings.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^PostgreSQL \d+.* at 127\.0\.0\.1:\d+, database .*, schema vitrine: \d+ MiB/),
      'the tables have a version that this Vitrine supports',
      '1 events of 1 shops, 1 not derived yet',
      'nothing is set aside',
    ])
    const store = postgresDerivedStore(db)
    const aside = { kind: 'event', atMs: 1, name: 'order', cause: 'no such value', body: '{}' } as const
    for (const key of ['1', '2']) await store.putAside('a', { ...aside, key })
    expect((await checkStore(url)).at(-1)).toMatchObject({
      state: 'warn',
      text: '2 events of a could not be processed and are set aside: no such value',
    })
    await db.rows("INSERT INTO migrations (part, step, least_reader) VALUES ('events', 99, 99)")
    expect(await checkStore(url)).toContainEqual(
      expect.objectContaining({ state: 'bad', advice: 'run the newer Vitrine' }),
    )
    await log.close()
    await db.close()
  })

  it('reports an unreachable server without the password', async () => {
    const [finding] = await checkStore('postgres://a:hidden@127.0.0.1:1/c')
    expect(finding).toMatchObject({
      state: 'bad',
      text: 'VITRINE_STORE: no PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED).',
    })
    expect(JSON.stringify(finding)).not.toContain('hidden')
  })
})
