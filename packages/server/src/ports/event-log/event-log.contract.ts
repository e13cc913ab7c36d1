import { describe, expect, it } from 'vitest'
import { type EventLog, type NewEvent, READ_BYTES } from './event-log.ts'

const DAY_MS = 86_400_000
const nowMs = Date.parse('2026-03-01T12:00:00Z')
const shop = 'a.myshopify.com'
const other = 'b.myshopify.com'

function event(id: string, changes: Partial<NewEvent> = {}): NewEvent {
  return { id, receivedAtMs: nowMs, subjects: ['visitor:v1'], body: `{"id":"${id}"}`, sent: '{"data":{}}', ...changes }
}

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)

/** `open` with the same key opens the same log again. */
export function eventLogContract(name: string, open: (key?: string) => Promise<EventLog>): void {
  describe(`${name} as an EventLog`, () => {
    it('stores a repeated event once, and returns which events were new', async () => {
      const log = await open()
      expect(await log.append(shop, [event('e1')])).toEqual([true])
      expect(await log.append(shop, [event('e1'), event('e2'), event('e2')])).toEqual([false, true, false])
      expect(ids(await log.read(shop, 0, 10))).toEqual(['e1', 'e2'])
      await log.close()
    })

    it('recognizes an id for 7 days, even if the clock jumps', async () => {
      const log = await open()
      await log.append(shop, [event('e1')])
      await log.append(shop, [event('e2', { receivedAtMs: nowMs + 300 * DAY_MS })])
      for (const days of [0.5, 3, 6.9]) {
        expect(await log.append(shop, [event('e1', { receivedAtMs: nowMs + days * DAY_MS })])).toEqual([false])
      }
      await log.close()
    })

    it('keeps offsets, from 1, and ids for each shop separately', async () => {
      const log = await open()
      expect(
        await log.appendAll([
          { shop, event: event('e1') },
          { shop: other, event: event('e1') },
          { shop, event: event('e2') },
        ]),
      ).toEqual([true, true, true])
      expect((await log.read(shop, 0, 10)).map(({ offset }) => offset)).toEqual([1, 2])
      expect((await log.read(other, 0, 10)).map(({ offset }) => offset)).toEqual([1])
      expect(await log.lastOffset(shop)).toBe(2)
      expect([...(await log.listShops())].sort()).toEqual([shop, other])
      await log.close()
    })

    it('reads events after an offset unchanged, up to the limit', async () => {
      const log = await open()
      const sent = Array.from({ length: 10 }, (_, i) =>
        event(`e${i}`, { body: `{"n":${i},"é":"☃"}`, subjects: i % 2 ? [] : ['client:c', 'customer:7'] }),
      )
      await log.append(shop, sent)
      const page = await log.read(shop, 3, 4)
      expect(page).toEqual(sent.slice(3, 7).map((one, i) => ({ ...one, offset: i + 4 })))
      expect(await log.read(shop, 10, 4)).toEqual([])
      expect(await log.readBodies(shop, 3, 2)).toEqual({
        offsets: [4, 5],
        bodies: `${sent[3]?.body}\n${sent[4]?.body}`,
        isLast: false,
      })
      expect((await log.readBodies(shop, 3, 8)).isLast).toBe(true)
      expect(await log.readBodies(shop, 10, 2)).toEqual({ offsets: [], bodies: '', isLast: true })
      expect((await log.readBodies('nobody', 0, 2)).isLast).toBe(true)
      await log.close()
    })

    it('limits the bytes of a read, but reads all events of a person', async () => {
      const log = await open()
      const large = Array.from({ length: 18 }, (_, i) =>
        event(`e${i}`, { body: JSON.stringify({ i, cart: 'x'.repeat(1_000_000) }) }),
      )
      for (const part of [large.slice(0, 10), large.slice(10)]) await log.append(shop, part)
      await log.append(shop, [event('small', { subjects: ['visitor:v2'] })])
      const parts = { read: [] as number[][], readBodies: [] as number[][] }
      for (let after = 0, isLast = false; !isLast; after = parts.readBodies.at(-1)?.at(-1) ?? after) {
        const chunk = await log.readBodies(shop, after, 4000)
        expect(chunk.bodies.length).toBeLessThanOrEqual(READ_BYTES + 1_000_000)
        isLast = chunk.isLast
        parts.readBodies.push(chunk.offsets)
      }
      for (
        let page = await log.read(shop, 0, 500);
        page.length > 0;
        page = await log.read(shop, page.at(-1)!.offset, 500)
      )
        parts.read.push(page.map(({ offset }) => offset))
      const all = Array.from({ length: 19 }, (_, i) => i + 1)
      expect([parts.read.flat(), parts.readBodies.flat()]).toEqual([all, all])
      expect([parts.read.length, parts.readBodies.length].map((count) => count > 1)).toEqual([true, true])
      expect(ids(await log.readSubjects(shop, ['visitor:v2']))).toEqual(['small'])
      expect(await log.readSubjects(shop, ['visitor:v1'])).toHaveLength(18)
      await log.close()
    })

    it('finds and erases exactly the events about a subject in a long log', async () => {
      const log = await open()
      const sent = Array.from({ length: 9000 }, (_, i) =>
        event(`e${i}`, { subjects: [`visitor:${i % 100}`, `client:c${i % 7}`] }),
      )
      await log.append(shop, sent)
      await log.append(other, [event('x', { subjects: ['visitor:5'] })])
      expect(ids(await log.readSubjects(shop, ['visitor:5']))).toEqual(ids(sent.filter((_, i) => i % 100 === 5)))
      expect(await log.erase(shop, ['visitor:5', 'visitor:6'])).toBe(180)
      expect(await log.readSubjects(shop, ['visitor:5'])).toEqual([])
      expect(await log.readSubjects(shop, ['visitor:7'])).toHaveLength(90)
      expect(await log.readSubjects(other, ['visitor:5'])).toHaveLength(1)
      expect(await log.append(shop, [event('e5', { subjects: ['visitor:5'] })])).toEqual([false])
      expect((await log.read(shop, 0, 10_000)).length).toBe(8820)
      await log.close()
    })

    it('never reuses an offset, even after the newest events were erased', async () => {
      const log = await open('again')
      await log.append(shop, [event('e1'), event('e2', { subjects: ['visitor:gone'] })])
      await log.erase(shop, ['visitor:gone'])
      await log.close()
      const again = await open('again')
      await again.append(shop, [event('e3')])
      expect((await again.read(shop, 0, 10)).map(({ offset }) => offset)).toEqual([1, 3])
      await again.close()
    })

    it('counts posted events once towards the intake of their day, and imported ones never', async () => {
      const log = await open('intake')
      const day = Math.floor(nowMs / DAY_MS)
      const posted = event('e1')
      await log.appendAll([
        { shop, event: posted },
        { shop: other, event: posted },
      ])
      const once = (await log.intakeOn(day)).get(shop)
      await log.appendAll([
        { shop, event: posted },
        { shop, event: event('e2') },
      ])
      await log.append(shop, [event('imported')])
      await log.close()

      const again = await open('intake')
      const { events = 0, bytes = 0 } = (await again.intakeOn(day)).get(shop) ?? {}
      expect([once?.events, events]).toEqual([1, 2])
      expect(once?.bytes).toBeGreaterThanOrEqual(posted.body.length + posted.sent.length)
      expect(bytes).toBe(2 * (once?.bytes ?? 0))
      expect((await again.intakeOn(day)).get(other)?.events).toBe(1)
      await again.appendAll([{ shop, event: event('e3', { receivedAtMs: nowMs + DAY_MS }) }])
      expect((await again.intakeOn(day)).has(shop)).toBe(false)
      expect((await again.intakeOn(day + 1)).get(shop)?.events).toBe(1)
      await again.close()
    })

    it('counts late events of an edge node on the current day', async () => {
      const log = await open()
      const at = (id: string, days: number) => ({ shop, event: event(id, { receivedAtMs: nowMs + days * DAY_MS }) })
      const day = Math.floor(nowMs / DAY_MS)
      await log.appendAll([at('today', 0)])
      await log.appendAll([at('late', -1)])
      expect((await log.intakeOn(day)).get(shop)?.events).toBe(2)
      // An event from a clock that is a month ahead does not prevent later days from being counted.
      await log.appendAll([at('ahead', 30)])
      await log.appendAll([at('right again', 1)])
      expect((await log.intakeOn(day + 1)).get(shop)?.events).toBe(1)
      await log.close()
    })

    it('counts events without a key separately, once, and for each day', async () => {
      const log = await open('keyless')
      const keyless = event('k1', { isKeyless: true })
      await log.appendAll(
        [event('e1'), keyless, event('k2', { isKeyless: true }), keyless].map((one) => ({ shop, event: one })),
      )
      await log.appendAll([{ shop, event: keyless }])
      await log.append(shop, [event('imported', { isKeyless: true })])
      await log.close()

      const again = await open('keyless')
      const day = Math.floor(nowMs / DAY_MS)
      const bytes = 2 * (keyless.body.length + keyless.sent.length)
      expect((await again.intakeOn(day)).get(shop)).toMatchObject({ events: 3, keyless: { events: 2, bytes } })
      await again.appendAll([{ shop, event: event('e3', { receivedAtMs: nowMs + DAY_MS }) }])
      expect((await again.intakeOn(day + 1)).get(shop)).toMatchObject({ events: 1, keyless: { events: 0, bytes: 0 } })
      await again.close()
    })

    it('removes a dropped shop completely', async () => {
      const log = await open()
      await log.append(shop, [event('e1')])
      await log.append(other, [event('e1')])
      await log.drop(shop)
      expect(await log.read(shop, 0, 10)).toEqual([])
      expect(await log.lastOffset(shop)).toBe(0)
      expect(await log.append(shop, [event('e1')])).toEqual([true])
      expect(await log.read(other, 0, 10)).toHaveLength(1)
      await log.close()
    })
  })
}
