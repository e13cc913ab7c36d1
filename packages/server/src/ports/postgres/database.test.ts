import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresDatabase } from './database.ts'
import { jsonRows } from './json-rows.ts'
import { prepareStore, type SchemaPart, versions } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { openLink } from './testing/network-link.ts'
import { testDatabase } from './testing/shared-server.ts'

let url: string
let db: PostgresDatabase
beforeAll(async () => {
  url = await testDatabase()
  db = new PostgresDatabase({ url })
})
afterAll(() => db.close())

const part = (...steps: SchemaPart['steps']): SchemaPart => ({ part: 'things', steps })
const at = (schema: string) => new PostgresDatabase({ url: `${url}?schema=${schema}` })

describe('the tables of a store', () => {
  it('are created once by nodes that start at the same time', async () => {
    const nodes = [1, 2, 3].map(() => at('together'))
    const steps = part({ sql: 'CREATE TABLE things (n int)' }, { sql: 'INSERT INTO things VALUES (1)' })
    await Promise.all(nodes.map((node) => prepareStore(node, [steps])))
    expect(await nodes[0]?.rows('SELECT n FROM things')).toEqual([{ n: 1 }])
    for (const node of nodes) await node.close()
  })

  it('are migrated beside an open transaction without blocking other statements', async () => {
    const node = at('busy')
    const first = { sql: 'CREATE TABLE things (n int)' }
    await prepareStore(node, [part(first)])
    let migrating: Promise<void> | undefined
    await node.transaction(async (sql) => {
      await sql.rows('SELECT n FROM things')
      migrating = prepareStore(node, [part(first, { sql: 'ALTER TABLE things ADD COLUMN m int' })])
      // These inserts queue behind the waiting change only until it times out.
      for (let i = 0; i < 3; i++) await node.run('INSERT INTO things (n) VALUES ($1)', [i])
    })
    await migrating
    expect(await node.rows('SELECT count(*) AS n, max(m) AS m FROM things')).toEqual([{ n: 3, m: null }])
    await node.close()
  })

  it('get an index beside an open writer, even after an interrupted attempt', async () => {
    const node = at('indexed')
    const first = { sql: 'CREATE TABLE things (n int)' }
    await prepareStore(node, [part(first)])
    await node.run('INSERT INTO things VALUES (1), (1)')
    // A failed creation leaves an invalid index, which exists but is not used.
    await expect(node.alter('CREATE UNIQUE INDEX CONCURRENTLY things_by_n ON things (n)')).rejects.toThrow('unique')
    const indexed = { sql: 'SELECT 1', indexes: { things_by_n: 'things (n)' } }
    let migrating: Promise<void> | undefined
    await node.transaction(async (sql) => {
      await sql.run('INSERT INTO things VALUES (2)')
      migrating = prepareStore(node, [part(first, indexed)])
      for (let i = 0; i < 3; i++) await node.run('INSERT INTO things (n) VALUES ($1)', [i])
    })
    await migrating
    const [made] = await node.rows(
      `SELECT indisvalid, indisunique FROM pg_index WHERE indexrelid = 'things_by_n'::regclass`,
    )
    expect(made).toEqual({ indisvalid: true, indisunique: false })
    await node.close()
  })

  it('may be newer than a node, unless a step excludes older nodes', async () => {
    const node = at('ahead')
    const first = { sql: 'CREATE TABLE things (n int, old int)' }
    const expand = { sql: 'ALTER TABLE things ADD COLUMN new int' }
    const contract = { sql: 'ALTER TABLE things DROP COLUMN old', minReader: 2 }
    await prepareStore(node, [part(first, expand)])
    await prepareStore(node, [part(first)])
    await prepareStore(node, [part(first, expand, contract)])
    await prepareStore(node, [part(first, expand)])
    await expect(prepareStore(node, [part(first)])).rejects.toThrow(/a newer Vitrine changed the things tables/)
    // A running node gets the same error.
    await expect(versions(node, [part(first)])).rejects.toThrow(/run the newer Vitrine/)
    await versions(node, [part(first, expand)])
    await node.close()
  })
})

describe('a transaction', () => {
  it('is repeated if the server ends its connection before the commit', async () => {
    let runs = 0
    const killer = new PostgresDatabase({ url })
    const answer = await db.transaction(async (sql) => {
      const [self] = await sql.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      if (++runs === 1) await killer.rows('SELECT pg_terminate_backend($1)', [self?.pid])
      return sql.rows<{ one: number }>('SELECT 1 AS one')
    })
    await killer.close()
    expect([runs, answer]).toEqual([2, [{ one: 1 }]])
  })

  it('stores nothing if its work fails', async () => {
    await db.rows('CREATE TABLE public.kept (n int)')
    const failing = db.transaction(async (sql) => {
      await sql.run('INSERT INTO public.kept VALUES ($1)', [1])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await db.rows('SELECT n FROM public.kept')).toEqual([])
  })
})

/** Short for the tests, but long enough for a busy machine. */
const SHORT = { answerWithinMs: 1500, retryWithinMs: 60_000 }

describe('a connection that goes silent with a statement in flight', () => {
  const throughLink = async () => {
    const link = await openLink(Number(new URL(url).port))
    const through = new URL(url)
    through.port = String(link.port)
    const node = new PostgresDatabase({ url: through.href, connections: 3, ...SHORT })
    return { link, node }
  }

  it('is closed, and the statement is repeated on a new one', async () => {
    const { link, node } = await throughLink()
    await Promise.all([1, 2, 3].map(() => node.rows('SELECT pg_sleep(0.1)')))
    link.silence()
    const asked = [node.rows('SELECT 1 AS one'), node.transaction((sql) => sql.rows('SELECT 1 AS one'))]
    link.mend()
    // The three open connections stay silent. After the first failure the idle ones are dropped, not tried one by one.
    expect(await Promise.all(asked)).toEqual([[{ one: 1 }], [{ one: 1 }]])
    expect(node.pool.retries).toBe(2)
    await node.close()
    link.close()
  })

  it('makes the outcome of a commit unknown, and the commit is not repeated', async () => {
    const { link, node } = await throughLink()
    const committing = node.transaction(async (sql) => {
      await sql.rows('SELECT 1')
      link.silence()
    })
    await expect(committing).rejects.toMatchObject({ name: 'StoreUnavailable' })
    link.mend()
    expect(await node.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await node.close()
    link.close()
  })
})

describe('an unreachable server', () => {
  it('gets one test query for all callers, who continue when it answers', async () => {
    const link = await openLink(Number(new URL(url).port))
    const through = new URL(url)
    through.port = String(link.port)
    const node = new PostgresDatabase({ url: through.href, connections: 2, ...SHORT, retryWithinMs: 0 })
    link.cut()
    const asking = () => Promise.allSettled(Array.from({ length: 20 }, () => node.rows('SELECT 1')))
    await asking()
    const reached = link.refused
    expect((await asking()).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'))
    expect(link.refused - reached).toBe(1)
    link.mend()
    expect((await asking()).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'fulfilled'))
    await node.close()
    link.close()
  })
})

describe('a lock that is held too long', () => {
  it('is reported as busy, not as unreachable', async () => {
    await db.rows('CREATE TABLE public.held (n int)')
    const node = new PostgresDatabase({ url, ...SHORT })
    await db.transaction(async (sql) => {
      await sql.rows('LOCK TABLE public.held')
      await expect(node.run('INSERT INTO public.held VALUES (1)')).rejects.toMatchObject({ name: 'StoreBusy' })
    })
    expect(await node.run('INSERT INTO public.held VALUES (1)')).toBe(1)
    await node.close()
  })
})

describe('rows as one parameter', () => {
  it('accept every text, and replace what PostgreSQL cannot store', async () => {
    const texts = ['plain', 'a\0b', 'half \ud800', 'ünï 🧣', '\\u0000']
    const select = 'SELECT t FROM json_to_recordset($1) AS x(t text)'
    const found = await db.rows<{ t: string }>(select, [jsonRows(texts.map((t) => ({ t })))])
    expect(found.map(({ t }) => t)).toEqual(['plain', 'a\ufffdb', 'half \ufffd', 'ünï 🧣', '\\u0000'])
    expect(await db.rows('SELECT $1::text AS t', ['a\0b'])).toEqual([{ t: 'a\ufffdb' }])
  })
})

describe('an unusable store is reported in one sentence', () => {
  const opening = async (changed: (url: URL) => void) => {
    const other = new URL(url)
    changed(other)
    return openPostgres({ url: other.href }, [part({ sql: 'CREATE TABLE things (n int)' })]).then(
      async (opened) => {
        await opened.close()
        return 'opened'
      },
      (error: Error) => `${error.name}: ${error.message}`,
    )
  }

  it('if nobody answers', async () => {
    const sentence = await opening((other) => {
      other.port = '1'
    })
    expect(sentence).toBe('StoreUnusable: VITRINE_STORE: no PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED).')
  })

  it('if the server is too old', async () => {
    await expect(prepareStore(db, [], 990_000)).rejects.toThrow(/PostgreSQL 99 or later is needed, this server is 1\d/)
  })

  it('if the database does not exist', async () => {
    const sentence = await opening((other) => {
      other.pathname = '/missing'
    })
    expect(sentence).toMatch(/^StoreUnusable: VITRINE_STORE: PostgreSQL at .* has no database "missing"\.$/)
  })

  it('if the user may not create the tables', async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("CREATE ROLE visitor LOGIN PASSWORD 'hidden'")
    await client.end()
    const sentence = await opening((other) => {
      other.username = 'visitor'
      other.password = 'hidden'
      other.searchParams.set('schema', 'elsewhere')
    })
    expect(sentence).toMatch(/^StoreUnusable: VITRINE_STORE: user "visitor" lacks a right .*GRANT CREATE ON DATABASE/)
    expect(sentence).not.toContain('hidden')
  })
})
