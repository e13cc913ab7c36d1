import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresDatabase } from '../postgres/database.ts'
import { prepareStore } from '../postgres/migrate.ts'
import { byTurns } from '../postgres/testing/by-turns.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { testDatabase } from '../postgres/testing/shared-server.ts'
import { postgresVectorArchive, VECTOR_SCHEMA } from './postgres.ts'
import { vectorArchiveContract } from './vector-archive.contract.ts'

const nodes = storeNodes(VECTOR_SCHEMA, postgresVectorArchive)
const over = async (count: number) => {
  const archives = await nodes(count)
  return { open: () => byTurns(archives), remove: () => {} }
}

vectorArchiveContract('PostgreSQL', () => over(1))
vectorArchiveContract('PostgreSQL on two nodes by turns', () => over(2))

describe('an archive with vectors of an earlier version', () => {
  let url: string
  beforeAll(async () => {
    url = await testDatabase()
  })
  const databases: PostgresDatabase[] = []
  afterAll(async () => {
    for (const db of databases) await db.close()
  })

  /** The first `steps` steps of the schema, and vectors of two shops. */
  async function filledBy(steps: number, schema = `earlier_${steps}`): Promise<PostgresDatabase> {
    const db = new PostgresDatabase({ url: `${url}?schema=${schema}` })
    databases.push(db)
    await prepareStore(db, [{ ...VECTOR_SCHEMA, steps: VECTOR_SCHEMA.steps.slice(0, steps) }])
    const spaces = [
      ['a.example', 'image', 7],
      ['a.example', 'text', 8],
      ['b.example', 'image', 9],
    ]
    for (const [shop, kind, seq] of spaces)
      await db.run(
        "INSERT INTO vector_spaces (shop, kind, space, dimension, embedder, seq, complete) VALUES ($1, $2, 'model@1', 2, 'local', $3, true)",
        [shop, kind, seq],
      )
    for (const [space, product, place] of [
      [1, 10, 0],
      [1, 10, 1],
      [1, 11, 0],
      [2, 10, 0],
    ])
      await db.run('INSERT INTO vectors (space, product, place, hash, bytes) VALUES ($1, $2, $3, $4, $5)', [
        space,
        product,
        place,
        `h${place}`,
        Buffer.of(Number(product), Number(place)),
      ])
    return db
  }

  const standings = async (db: PostgresDatabase) =>
    (await postgresVectorArchive(db).listSpaces(null)).map(({ shop, kind, seq, complete }) => [
      shop,
      kind,
      seq,
      complete,
    ])

  it.each([1, 2, 3])(
    'keeps them, and restarts catalogs that have pictures without thumbnails or colors: step %i',
    async (steps) => {
      const db = await filledBy(steps)
      await prepareStore(db, [VECTOR_SCHEMA])
      const again = [
        ['a.example', 'image', 0, true],
        ['a.example', 'text', 8, true],
        ['b.example', 'image', 9, true],
      ]
      expect(await standings(db)).toEqual(again)
      const archive = postgresVectorArchive(db)
      const kept = await archive.get(1, [10, 11])
      expect(kept.map(({ productId, items }) => [productId, items.map(({ bytes }) => [...bytes])])).toEqual([
        [10, [[10, 0], [10, 1]]], // biome-ignore format: one line reads better
        [11, [[11, 0]]],
      ])
      expect(kept.flatMap(({ items }) => items.map(({ thumbnail }) => thumbnail))).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    },
  )

  it('restarts catalogs once, and keeps later progress', async () => {
    const db = await filledBy(1, 'once')
    await prepareStore(db, [VECTOR_SCHEMA])
    const archive = postgresVectorArchive(db)
    const thumbnail = Uint8Array.of(1, 1, 128, 128, 128)
    const items = [{ hash: 'h0', bytes: Uint8Array.of(10, 0), thumbnail }]
    await archive.write(1, { puts: [{ productId: 10, items }], deletes: [], seq: 12, complete: true })
    await prepareStore(db, [VECTOR_SCHEMA])
    expect((await standings(db))[0]).toEqual(['a.example', 'image', 12, true])
    expect([...(await archive.get(1, [10]))[0]!.items[0]!.thumbnail!]).toEqual([...thumbnail])
  })
})
