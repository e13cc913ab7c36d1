import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../ports/postgres/testing/shared-server.ts'
import { postgresEnd } from './postgres-end.ts'

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'vitrine api default a-host:7' })
  await client.connect()
  return client
}

describe('a PostgreSQL as one end of a move', () => {
  it('is refused while a node works on it', async () => {
    const url = await testDatabase()
    const node = await connected(url)
    await expect(postgresEnd(url)).rejects.toMatchObject({
      status: 409,
      message: 'nodes are connected to this PostgreSQL: stop them first',
    })
    await node.end()
  })

  it('waits while the connection of a stopped node is still listed', async () => {
    const url = await testDatabase()
    const node = await connected(url)
    const opened = postgresEnd(url)
    await Promise.race([opened, pause(1500)])
    await node.end()
    await (await opened).close()
  })
})
