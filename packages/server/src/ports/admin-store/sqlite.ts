import type { DatabaseSync } from 'node:sqlite'
import { RECORD_MIGRATIONS } from '../record-store/sqlite-schema.ts'
import { inTransaction, openDatabase } from '../sqlite/database.ts'
import type {
  AdminSession,
  AdminStore,
  AdminUser,
  AuditEntry,
  ConfigDraft,
  SignInLink,
  StoredAlert,
} from './admin-store.ts'

/** In the file of the records, so that a backup of the truth has it all; over a connection of its own. */
export function sqliteAdminStore(path: string): AdminStore {
  const db = openDatabase(path, RECORD_MIGRATIONS)
  return {
    ...userRows(db),
    ...sessionRows(db),
    ...linkRows(db),
    ...draftRows(db),
    ...alertRows(db),
    ...dismissalRows(db),
    ...auditRows(db),
    async dropShop(shop) {
      for (const table of ['config_drafts', 'admin_alerts', 'dismissed_suggestions', 'admin_audit'])
        db.prepare(`DELETE FROM ${table} WHERE shop = ?`).run(shop)
    },
    async close() {
      if (db.isOpen) db.close()
    },
  }
}

type UserCalls = Pick<AdminStore, 'addUser' | 'updateUser' | 'getUser' | 'findUserByEmail' | 'listUsers' | 'deleteUser'>

function userRows(db: DatabaseSync): UserCalls {
  const add = db.prepare('INSERT OR IGNORE INTO admin_users (id, email, body) VALUES (?, ?, ?)')
  const update = db.prepare('UPDATE admin_users SET body = ? WHERE id = ? AND email = ?')
  const byId = db.prepare('SELECT body FROM admin_users WHERE id = ?')
  const byEmail = db.prepare('SELECT body FROM admin_users WHERE email = ?')
  const all = db.prepare('SELECT body FROM admin_users ORDER BY email')
  const remove = db.prepare('DELETE FROM admin_users WHERE id = ?')
  return {
    addUser: async (user) => Number(add.run(user.id, user.email, JSON.stringify(user)).changes) > 0,
    updateUser: async (user) => Number(update.run(JSON.stringify(user), user.id, user.email).changes) > 0,
    getUser: async (id) => readBody<AdminUser>(byId.get(id)),
    findUserByEmail: async (email) => readBody<AdminUser>(byEmail.get(email)),
    listUsers: async () => all.all().map((row) => readBody<AdminUser>(row)!),
    deleteUser: async (id) => Number(remove.run(id).changes) > 0,
  }
}

type SessionCalls = Pick<
  AdminStore,
  'addSession' | 'getSession' | 'touchSession' | 'deleteSession' | 'deleteSessionsOf' | 'deleteExpired'
>

function sessionRows(db: DatabaseSync): SessionCalls {
  const insert = db.prepare(
    `INSERT INTO admin_sessions (hash, user_id, opened_by, created_at, seen_at)
     SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM admin_users WHERE id = ?2)`,
  )
  const select = db.prepare(
    `SELECT hash, user_id AS userId, opened_by AS openedBy, created_at AS createdAtMs, seen_at AS seenAtMs
     FROM admin_sessions WHERE hash = ?`,
  )
  const touch = db.prepare('UPDATE admin_sessions SET seen_at = max(seen_at, ?) WHERE hash = ?')
  const remove = db.prepare('DELETE FROM admin_sessions WHERE hash = ?')
  const removeOf = db.prepare('DELETE FROM admin_sessions WHERE user_id = ? AND hash IS NOT ?')
  const removeLinksOf = db.prepare('DELETE FROM admin_links WHERE user_id = ?')
  const removeOld = db.prepare('DELETE FROM admin_sessions WHERE created_at < ? OR seen_at < ?')
  const removeOldLinks = db.prepare('DELETE FROM admin_links WHERE expires_at <= ?')
  return {
    addSession: async ({ hash, userId, openedBy, createdAtMs, seenAtMs }) =>
      Number(insert.run(hash, userId, openedBy, createdAtMs, seenAtMs).changes) > 0,
    async getSession(hash) {
      const row = select.get(hash) as unknown as AdminSession | undefined
      return row && { ...row }
    },
    async touchSession(hash, seenAtMs) {
      touch.run(seenAtMs, hash)
    },
    async deleteSession(hash) {
      remove.run(hash)
    },
    async deleteSessionsOf(userId, exceptHash) {
      removeOf.run(userId, exceptHash)
      removeLinksOf.run(userId)
    },
    async deleteExpired({ begunBeforeMs, seenBeforeMs, nowMs }) {
      removeOld.run(begunBeforeMs, seenBeforeMs)
      removeOldLinks.run(nowMs)
    },
  }
}

type LinkCalls = Pick<AdminStore, 'addLink' | 'getLink' | 'takeLink' | 'deleteOwnerLinks'>

function linkRows(db: DatabaseSync): LinkCalls {
  const insert = db.prepare(
    `INSERT INTO admin_links (hash, user_id, expires_at)
     SELECT ?1, ?2, ?3 WHERE ?2 IS NULL OR EXISTS (SELECT 1 FROM admin_users WHERE id = ?2)`,
  )
  const select = db.prepare('SELECT hash, user_id AS userId, expires_at AS expiresAtMs FROM admin_links WHERE hash = ?')
  const remove = db.prepare('DELETE FROM admin_links WHERE hash = ?')
  const removeOwner = db.prepare('DELETE FROM admin_links WHERE user_id IS NULL')
  return {
    addLink: async ({ hash, userId, expiresAtMs }) => Number(insert.run(hash, userId, expiresAtMs).changes) > 0,
    async getLink(hash) {
      const row = select.get(hash) as unknown as SignInLink | undefined
      return row && { ...row }
    },
    takeLink: async (hash) => Number(remove.run(hash).changes) > 0,
    async deleteOwnerLinks() {
      removeOwner.run()
    },
  }
}

type DraftCalls = Pick<AdminStore, 'putDraft' | 'getDraft' | 'listDrafts' | 'deleteDraft' | 'dueDrafts'>

function draftRows(db: DatabaseSync): DraftCalls {
  const put = db.prepare(
    `INSERT INTO config_drafts (shop, id, publish_at, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (shop, id) DO UPDATE SET publish_at = excluded.publish_at, body = excluded.body`,
  )
  const isAsSeen = "json_extract(body, '$.updatedAt') = ?"
  const change = db.prepare(
    `UPDATE config_drafts SET publish_at = ?, body = ? WHERE shop = ? AND id = ? AND ${isAsSeen}`,
  )
  const one = db.prepare('SELECT body FROM config_drafts WHERE shop = ? AND id = ?')
  const all = db.prepare(
    "SELECT body FROM config_drafts WHERE shop = ? ORDER BY json_extract(body, '$.updatedAt') DESC, id",
  )
  const remove = db.prepare('DELETE FROM config_drafts WHERE shop = ? AND id = ?')
  const removeSeen = db.prepare(`DELETE FROM config_drafts WHERE shop = ? AND id = ? AND ${isAsSeen}`)
  const due = db.prepare('SELECT shop, body FROM config_drafts WHERE publish_at <= ? ORDER BY publish_at, shop, id')
  return {
    async putDraft(shop, draft, seen) {
      const body = JSON.stringify(draft)
      const { changes } =
        seen === undefined
          ? put.run(shop, draft.id, draft.publishAtMs, body)
          : change.run(draft.publishAtMs, body, shop, draft.id, seen)
      return Number(changes) > 0
    },
    getDraft: async (shop, id) => readBody<ConfigDraft>(one.get(shop, id)),
    listDrafts: async (shop) => all.all(shop).map((row) => readBody<ConfigDraft>(row)!),
    async deleteDraft(shop, id, seen) {
      const { changes } = seen === undefined ? remove.run(shop, id) : removeSeen.run(shop, id, seen)
      return Number(changes) > 0
    },
    dueDrafts: async (nowMs) =>
      due.all(nowMs).map((row) => ({ shop: row.shop as string, draft: readBody<ConfigDraft>(row)! })),
  }
}

type AlertCalls = Pick<AdminStore, 'openAlert' | 'changeAlert' | 'getAlert' | 'listAlerts'>

function alertRows(db: DatabaseSync): AlertCalls {
  const open = db.prepare(
    'INSERT OR IGNORE INTO admin_alerts (shop, id, kind, opened_at, closed_at, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const put = db.prepare('UPDATE admin_alerts SET closed_at = ?, body = ? WHERE shop = ? AND id = ?')
  const one = db.prepare('SELECT body FROM admin_alerts WHERE shop = ? AND id = ?')
  const all = db.prepare(
    'SELECT body FROM admin_alerts WHERE shop = ? ORDER BY closed_at IS NOT NULL, opened_at DESC, id LIMIT 100',
  )
  return {
    openAlert: async (shop, alert) =>
      Number(open.run(shop, alert.id, alert.kind, alert.openedAtMs, alert.closedAtMs, JSON.stringify(alert)).changes) >
      0,
    changeAlert: async (shop, id, edit) =>
      inTransaction(db, () => {
        const stored = readBody<StoredAlert>(one.get(shop, id))
        const alert = stored && edit(stored)
        if (alert) put.run(alert.closedAtMs, JSON.stringify(alert), shop, id)
        return alert
      }),
    getAlert: async (shop, id) => readBody<StoredAlert>(one.get(shop, id)),
    listAlerts: async (shop) => all.all(shop).map((row) => readBody<StoredAlert>(row)!),
  }
}

function dismissalRows(db: DatabaseSync): Pick<AdminStore, 'dismiss' | 'listDismissed'> {
  const put = db.prepare('INSERT OR IGNORE INTO dismissed_suggestions (shop, id) VALUES (?, ?)')
  const list = db.prepare('SELECT id FROM dismissed_suggestions WHERE shop = ? ORDER BY rowid DESC LIMIT 1000')
  return {
    async dismiss(shop, id) {
      put.run(shop, id)
    },
    listDismissed: async (shop) => list.all(shop).map(({ id }) => id as string),
  }
}

type AuditCalls = Pick<AdminStore, 'appendAudit' | 'listAudit'>

function auditRows(db: DatabaseSync): AuditCalls {
  const insert = db.prepare('INSERT INTO admin_audit (shop, at, body) VALUES (?, ?, ?)')
  const list = db.prepare('SELECT id, body FROM admin_audit WHERE shop = ? AND id < ? ORDER BY id DESC LIMIT ?')
  return {
    async appendAudit(entry) {
      insert.run(entry.shop, entry.atMs, JSON.stringify(entry))
    },
    listAudit: async (shop, before, limit) =>
      list.all(shop, before, limit).map((row) => ({ id: row.id as number, ...readBody<AuditEntry>(row)! })),
  }
}

function readBody<T>(row: unknown): T | undefined {
  return row === undefined ? undefined : (JSON.parse((row as { body: string }).body) as T)
}
