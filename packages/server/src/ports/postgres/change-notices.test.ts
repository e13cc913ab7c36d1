import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChangeNotices } from './change-notices.ts'
import { PostgresDatabase } from './database.ts'
import { openLink } from './testing/network-link.ts'
import { runAsAdministrator, testDatabase } from './testing/shared-server.ts'

let url: string
const closing: { close(): unknown }[] = []

beforeAll(async () => {
  url = await testDatabase()
})
afterAll(async () => {
  for (const one of closing.reverse()) await one.close()
})

/** A node that works on the database `at` and listens on `listensAt`. */
function startNode(at = url, listensAt = at) {
  let nowMs = performance.now()
  const db = new PostgresDatabase({ url: at })
  const notices = new ChangeNotices(db, { url: listensAt, name: 'vitrine test' }, () => nowMs)
  const node = {
    async close() {
      notices.close()
      await db.close()
    },
    change: () => db.onChanged(),
    notices,
    heard: 0,
    listen: () => notices.listen(() => node.heard++),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
  closing.push(node)
  return node
}

type Node = ReturnType<typeof startNode>

describe('a notice of a change', () => {
  let sender: Node
  let listener: Node

  beforeEach(async () => {
    sender = startNode()
    listener = startNode()
    await listener.listen()
    await expect.poll(() => listener.notices.areHeard).toBe(true)
    listener.heard = 0
  })
  // Otherwise a late notice would reach the nodes of the next test.
  afterEach(async () => {
    for (const node of [sender, listener]) await node.close()
  })

  it('reaches the other nodes, once for many changes', async () => {
    for (let n = 0; n < 100; n++) sender.change()
    await expect.poll(() => listener.heard).toBe(1)
    sender.pass(1000)
    sender.change()
    await expect.poll(() => listener.heard).toBe(2)
  })

  it('shows its sender that notices arrive, even if later ones are still on their way', async () => {
    for (let n = 0; n < 20; n++) {
      listener.pass(1000)
      listener.change()
      await new Promise(setImmediate)
    }
    await expect.poll(() => listener.notices.areHeard).toBe(true)
  })

  it('is not reported to its sender, nor to nodes of another store in the same database', async () => {
    const neighbour = startNode(`${url}?schema=other`)
    await neighbour.listen()
    await expect.poll(() => neighbour.notices.areHeard).toBe(true)
    neighbour.heard = 0
    listener.change()
    sender.change()
    await expect.poll(() => listener.heard).toBe(1)
    neighbour.pass(1000)
    startNode(`${url}?schema=other`).change()
    await expect.poll(() => neighbour.heard).toBe(1)
  })

  it('arrives again after the connection was lost, and a missed one is made up for', async () => {
    await runAsAdministrator(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vitrine test listens'",
    )
    await expect.poll(() => listener.notices.areHeard).toBe(false)
    await listener.listen()
    expect(listener.heard).toBe(1)
    listener.pass(1000)
    await expect.poll(() => listener.notices.areHeard).toBe(true)
    sender.change()
    await expect.poll(() => listener.heard).toBe(2)
  })
})

it('a connection that hangs before it listens is closed', async () => {
  const link = await openLink(Number(new URL(url).port), (sent) => sent.includes('LISTEN'))
  const through = new URL(url)
  through.port = String(link.port)
  const db = new PostgresDatabase({ url })
  const notices = new ChangeNotices(db, { url: through.href, answerWithinMs: 500 })
  closing.push(db, notices, link)
  await expect(notices.listen(() => {})).rejects.toThrow('timeout')
  await expect.poll(() => link.clients).toBe(0)
})

it('notices that do not return to their sender are not relied on, which is reported once', async () => {
  // A notice does not reach another database. A pooler that changes sessions would have the same effect.
  const deaf = startNode(url, await testDatabase())
  await deaf.listen()
  expect(deaf.notices.areHeard).toBe(false)
  const complaints: string[] = []
  for (let n = 0; n < 4; n++) {
    deaf.pass(31_000)
    await deaf.listen().catch((error: Error) => complaints.push(error.message))
  }
  expect(complaints).toEqual([expect.stringContaining('pooler in transaction mode')])
})
