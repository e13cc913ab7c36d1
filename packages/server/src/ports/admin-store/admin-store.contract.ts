import { describe, expect, it } from 'vitest'
import type { AdminStore, AdminUser, ConfigDraft } from './admin-store.ts'

const shop = 'a.myshopify.com'
const other = 'b.myshopify.com'

const user = (id: string, email: string): AdminUser => ({
  id,
  email,
  name: id,
  role: 'owner',
  shops: null,
  passwordHash: null,
  createdAt: '2026-03-01T12:00:00.000Z',
})

const draft = (id: string, updatedAt: string, publishAtMs: number | null = null): ConfigDraft => ({
  id,
  title: id,
  patch: { search: { stop_words: [id] } },
  baseVersion: 1,
  author: 'u@example.com',
  createdAt: updatedAt,
  updatedAt,
  publishAtMs,
  failure: null,
})

export function adminStoreContract(name: string, open: () => Promise<AdminStore>): void {
  accessContract(name, open)
  changeContract(name, open)
}

function accessContract(name: string, open: () => Promise<AdminStore>): void {
  describe(`${name} as an AdminStore of users`, () => {
    it('keeps one user per e-mail address', async () => {
      const store = await open()
      expect(await store.addUser(user('u1', 'c@example.com'))).toBe(true)
      expect(await store.addUser(user('u2', 'c@example.com'))).toBe(false)
      expect(await store.addUser(user('u1', 'b@example.com'))).toBe(false)
      expect(await store.addUser(user('u2', 'b@example.com'))).toBe(true)
      expect(await store.updateUser({ ...user('u1', 'c@example.com'), role: 'analyst' })).toBe(true)
      expect((await store.listUsers()).map(({ id, role }) => [id, role])).toEqual([
        ['u2', 'owner'],
        ['u1', 'analyst'],
      ])
      expect(await store.findUserByEmail('c@example.com')).toMatchObject({ id: 'u1' })
      expect(await store.getUser('u3')).toBeUndefined()
    })

    it('removes a user with sessions and links', async () => {
      const store = await open()
      await store.addUser(user('u1', 'a@example.com'))
      await store.addSession({ hash: 's1', userId: 'u1', openedBy: 'password', createdAtMs: 1, seenAtMs: 1 })
      await store.addLink({ hash: 'l1', userId: 'u1', expiresAtMs: 9 })
      expect([await store.deleteUser('u1'), await store.deleteUser('u1')]).toEqual([true, false])
      expect([await store.getSession('s1'), await store.getLink('l1')]).toEqual([undefined, undefined])
    })

    it('does not restore a removed user by an update, a session or a link', async () => {
      const store = await open()
      const gone = user('u1', 'a@example.com')
      const session = { hash: 's1', userId: 'u1', openedBy: 'link' as const, createdAtMs: 1, seenAtMs: 1 }
      await store.addUser(gone)
      await store.deleteUser('u1')
      expect(await store.updateUser(gone)).toBe(false)
      expect(await store.addSession(session)).toBe(false)
      expect(await store.addLink({ hash: 'l1', userId: 'u1', expiresAtMs: 9 })).toBe(false)
      expect([await store.listUsers(), await store.getSession('s1'), await store.getLink('l1')]).toEqual([
        [],
        undefined,
        undefined,
      ])
    })

    it('ends the sessions of one user, except one', async () => {
      const store = await open()
      for (const id of ['u1', 'u2']) {
        await store.addUser(user(id, `${id}@example.com`))
        for (const n of [1, 2])
          await store.addSession({ hash: `${id}-${n}`, userId: id, openedBy: 'link', createdAtMs: 1, seenAtMs: 1 })
      }
      await store.deleteSessionsOf('u1', 'u1-2')
      await store.deleteSessionsOf('u2', null)
      const left = await Promise.all(['u1-1', 'u1-2', 'u2-1', 'u2-2'].map((hash) => store.getSession(hash)))
      expect(left.map((one) => one?.hash)).toEqual([undefined, 'u1-2', undefined, undefined])
    })

    it('deletes expired sessions, idle sessions and expired links', async () => {
      const store = await open()
      await store.addUser(user('u1', 'a@example.com'))
      const add = (hash: string, createdAtMs: number, seenAtMs: number) =>
        store.addSession({ hash, userId: 'u1', openedBy: 'password', createdAtMs, seenAtMs })
      await add('old', 9, 100)
      await add('idle', 50, 50)
      await add('good', 10, 60)
      await store.touchSession('good', 80)
      await store.addLink({ hash: 'over', userId: 'u1', expiresAtMs: 100 })
      await store.addLink({ hash: 'open', userId: null, expiresAtMs: 101 })
      await store.deleteExpired({ begunBeforeMs: 10, seenBeforeMs: 60, nowMs: 100 })
      const left = await Promise.all(['old', 'idle', 'good'].map((hash) => store.getSession(hash)))
      expect(left.map((one) => one?.seenAtMs)).toEqual([undefined, undefined, 80])
      expect([await store.getLink('over'), (await store.getLink('open'))?.userId]).toEqual([undefined, null])
    })

    it('lets only one caller take a link', async () => {
      const store = await open()
      await store.addLink({ hash: 'l1', userId: null, expiresAtMs: 9 })
      const both = await Promise.all([store.takeLink('l1'), store.takeLink('l1')])
      expect(both.toSorted()).toEqual([false, true])
      await store.addLink({ hash: 'l2', userId: null, expiresAtMs: 9 })
      await store.deleteOwnerLinks()
      expect(await store.getLink('l2')).toBeUndefined()
    })
  })
}

function changeContract(name: string, open: () => Promise<AdminStore>): void {
  describe(`${name} as an AdminStore of changes`, () => {
    it('lists a shop’s drafts, the most recently changed first', async () => {
      const store = await open()
      await store.putDraft(shop, draft('one', '2026-03-01T00:00:00.000Z'))
      await store.putDraft(shop, draft('two', '2026-03-02T00:00:00.000Z'))
      await store.putDraft(other, draft('one', '2026-03-03T00:00:00.000Z'))
      expect((await store.listDrafts(shop)).map(({ id }) => id)).toEqual(['two', 'one'])
      await store.putDraft(shop, { ...draft('one', '2026-03-04T00:00:00.000Z'), title: 'changed' })
      expect(await store.getDraft(shop, 'one')).toMatchObject({ title: 'changed' })
      expect([await store.deleteDraft(shop, 'one'), await store.deleteDraft(shop, 'one')]).toEqual([true, false])
      expect(await store.getDraft(other, 'one')).toBeDefined()
    })

    it('stores or deletes a draft only if it was not changed since the caller read it', async () => {
      const store = await open()
      const [first, second] = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']
      expect(await store.putDraft(shop, draft('one', first), first)).toBe(false)
      expect(await store.putDraft(shop, draft('one', first))).toBe(true)
      const both = await Promise.all(
        ['ann', 'bob'].map((title) => store.putDraft(shop, { ...draft('one', second), title }, first)),
      )
      expect(both.toSorted()).toEqual([false, true])
      expect((await store.getDraft(shop, 'one'))?.title).toBe(both[0] ? 'ann' : 'bob')
      expect(await store.deleteDraft(shop, 'one', first)).toBe(false)
      expect(await store.deleteDraft(shop, 'one', second)).toBe(true)
    })

    it('finds due drafts of all shops', async () => {
      const store = await open()
      await store.putDraft(shop, draft('late', '2026-03-01T00:00:00.000Z', 30))
      await store.putDraft(shop, draft('later', '2026-03-01T00:00:00.000Z', 31))
      await store.putDraft(other, draft('early', '2026-03-01T00:00:00.000Z', 20))
      await store.putDraft(shop, draft('by hand', '2026-03-01T00:00:00.000Z'))
      expect((await store.dueDrafts(30)).map((one) => [one.shop, one.draft.id])).toEqual([
        [other, 'early'],
        [shop, 'late'],
      ])
    })

    it('opens at most one alert per kind and shop, and lists open ones first', async () => {
      const store = await open()
      const alert = (id: string, kind: string, openedAtMs: number) => ({
        ...{ id, kind, message: '', value: 1, threshold: 0, openedAtMs, closedAtMs: null as number | null },
        ...{ acknowledgedAtMs: null, acknowledgedBy: null, delivery: null },
      })
      const opened = await Promise.all([
        store.openAlert(shop, alert('one', 'a', 1)),
        store.openAlert(shop, alert('two', 'a', 2)),
        store.openAlert(shop, alert('three', 'b', 3)),
        store.openAlert(other, alert('one', 'a', 4)),
      ])
      // Either of two concurrent calls may win.
      expect(opened.slice(0, 2).sort()).toEqual([false, true])
      expect(opened.slice(2)).toEqual([true, true])
      const winner = opened[0] ? 'one' : 'two'
      expect(await store.changeAlert(shop, 'none', (one) => one)).toBeUndefined()
      expect(await store.changeAlert(shop, 'three', () => undefined)).toBeUndefined()
      await store.changeAlert(shop, 'three', (three) => ({ ...three, closedAtMs: 9 }))
      expect(await store.openAlert(shop, alert('four', 'b', 10))).toBe(true)
      expect((await store.listAlerts(shop)).map(({ id }) => id)).toEqual(['four', winner, 'three'])
      expect(await store.getAlert(shop, 'three')).toMatchObject({ closedAtMs: 9 })
      expect(await store.getAlert(other, 'three')).toBeUndefined()
      await store.dropShop(shop)
      expect(await store.listAlerts(shop)).toEqual([])
      expect(await store.listAlerts(other)).toHaveLength(1)
    })

    it('changes an alert for one caller at a time', async () => {
      const store = await open()
      const opened = { id: 'one', kind: 'a', message: '', value: 0, threshold: 0, openedAtMs: 1, closedAtMs: null }
      await store.openAlert(shop, { ...opened, acknowledgedAtMs: null, acknowledgedBy: null, delivery: null })
      const add = () => store.changeAlert(shop, 'one', (alert) => ({ ...alert, value: (alert.value ?? 0) + 1 }))
      await Promise.all(Array.from({ length: 10 }, add))
      expect(await store.getAlert(shop, 'one')).toMatchObject({ value: 10 })
    })

    it('stores each dismissed proposal once per shop', async () => {
      const store = await open()
      for (const id of ['a', 'b', 'a']) await store.dismiss(shop, id)
      await store.dismiss(other, 'c')
      expect([...(await store.listDismissed(shop))].sort()).toEqual(['a', 'b'])
      await store.dropShop(shop)
      expect([await store.listDismissed(shop), await store.listDismissed(other)]).toEqual([[], ['c']])
    })

    it('lists the audit log, newest first, and removes only that of a dropped shop', async () => {
      const store = await open()
      const entry = { atMs: 1, actor: 'u@example.com', summary: '', target: null, diff: null }
      for (const action of ['a', 'b', 'c']) await store.appendAudit({ ...entry, shop, action })
      await store.appendAudit({ ...entry, shop: other, action: 'x' })
      const [newest, ...older] = await store.listAudit(shop, Number.MAX_SAFE_INTEGER, 2)
      expect([newest!.action, ...older.map(({ action }) => action)]).toEqual(['c', 'b'])
      expect((await store.listAudit(shop, older[0]!.id, 10)).map(({ action }) => action)).toEqual(['a'])
      await store.dropShop(shop)
      expect(await store.listAudit(shop, 99, 10)).toEqual([])
      expect(await store.listAudit(other, 99, 10)).toHaveLength(1)
    })
  })
}
