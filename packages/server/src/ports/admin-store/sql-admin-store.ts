import { readDocument, readDocuments, type SqlStore } from '../sql/sql-store.ts'
import type {
  AdminSession,
  AdminStore,
  AdminUser,
  AuditEntry,
  ConfigDraft,
  SignInLink,
  StoredAlert,
} from './admin-store.ts'

/** SQL in which SQLite and PostgreSQL differ. */
interface AdminDialect {
  /** Appended to a SELECT to lock the row until the commit. */
  held: string
  updatedAt: string
  latestFirst: string
}

export function sqlAdminStore(db: SqlStore, dialect: AdminDialect): Omit<AdminStore, 'close'> {
  return {
    ...users(db),
    ...sessions(db, dialect),
    ...links(db, dialect),
    ...drafts(db, dialect),
    ...alerts(db),
    ...dismissals(db, dialect),
    ...audit(db),
    dropShop: (shop) =>
      db.runAll(
        ['config_drafts', 'admin_alerts', 'dismissed_suggestions', 'admin_audit'].map((table) => [
          `DELETE FROM ${table} WHERE shop = $1`,
          [shop],
        ]),
      ),
  }
}

type UserCalls = Pick<AdminStore, 'addUser' | 'updateUser' | 'getUser' | 'findUserByEmail' | 'listUsers' | 'deleteUser'>

function users(db: SqlStore): UserCalls {
  const valuesOf = (user: AdminUser) => [user.id, user.email, JSON.stringify(user)]
  const insert = 'INSERT INTO admin_users (id, email, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
  return {
    addUser: async (user) => (await db.run(insert, valuesOf(user))) > 0,
    updateUser: async (user) =>
      (await db.run('UPDATE admin_users SET body = $3 WHERE id = $1 AND email = $2', valuesOf(user))) > 0,
    getUser: (id) => readDocument(db, 'SELECT body FROM admin_users WHERE id = $1', [id]),
    findUserByEmail: (email) => readDocument(db, 'SELECT body FROM admin_users WHERE email = $1', [email]),
    listUsers: () => readDocuments(db, 'SELECT body FROM admin_users ORDER BY email'),
    deleteUser: async (id) => (await db.run('DELETE FROM admin_users WHERE id = $1', [id])) > 0,
  }
}

type SessionCalls = Pick<
  AdminStore,
  'addSession' | 'getSession' | 'touchSession' | 'deleteSession' | 'deleteSessionsOf' | 'deleteExpired'
>

function sessions(db: SqlStore, { held }: AdminDialect): SessionCalls {
  const insert = `INSERT INTO admin_sessions (hash, user_id, opened_by, created_at, seen_at)
    SELECT $1, id, $3, CAST($4 AS bigint), CAST($5 AS bigint) FROM admin_users WHERE id = $2 ${held}`
  const select = `SELECT hash, user_id AS "userId", opened_by AS "openedBy", created_at AS "createdAtMs", seen_at AS "seenAtMs"
    FROM admin_sessions WHERE hash = $1`
  return {
    addSession: async ({ hash, userId, openedBy, createdAtMs, seenAtMs }) =>
      (await db.run(insert, [hash, userId, openedBy, createdAtMs, seenAtMs])) > 0,
    getSession: async (hash) => (await db.rows<AdminSession>(select, [hash]))[0],
    async touchSession(hash, seenAtMs) {
      await db.run('UPDATE admin_sessions SET seen_at = $1 WHERE hash = $2 AND seen_at < $1', [seenAtMs, hash])
    },
    async deleteSession(hash) {
      await db.run('DELETE FROM admin_sessions WHERE hash = $1', [hash])
    },
    deleteSessionsOf: (userId, exceptHash) =>
      db.runAll([
        ['DELETE FROM admin_sessions WHERE user_id = $1 AND hash IS DISTINCT FROM $2', [userId, exceptHash]],
        ['DELETE FROM admin_links WHERE user_id = $1', [userId]],
      ]),
    deleteExpired: ({ begunBeforeMs, seenBeforeMs, nowMs }) =>
      db.runAll([
        ['DELETE FROM admin_sessions WHERE created_at < $1 OR seen_at < $2', [begunBeforeMs, seenBeforeMs]],
        ['DELETE FROM admin_links WHERE expires_at <= $1', [nowMs]],
      ]),
  }
}

type LinkCalls = Pick<AdminStore, 'addLink' | 'getLink' | 'takeLink' | 'deleteOwnerLinks'>

function links(db: SqlStore, { held }: AdminDialect): LinkCalls {
  const ofNobody = 'INSERT INTO admin_links (hash, user_id, expires_at) VALUES ($1, NULL, $2)'
  const ofUser = `INSERT INTO admin_links (hash, user_id, expires_at)
    SELECT $1, id, CAST($2 AS bigint) FROM admin_users WHERE id = $3 ${held}`
  const select = 'SELECT hash, user_id AS "userId", expires_at AS "expiresAtMs" FROM admin_links WHERE hash = $1'
  return {
    async addLink({ hash, userId, expiresAtMs }) {
      const added = userId === null ? [] : [userId]
      return (await db.run(userId === null ? ofNobody : ofUser, [hash, expiresAtMs, ...added])) > 0
    },
    getLink: async (hash) => (await db.rows<SignInLink>(select, [hash]))[0],
    takeLink: async (hash) => (await db.run('DELETE FROM admin_links WHERE hash = $1', [hash])) > 0,
    async deleteOwnerLinks() {
      await db.run('DELETE FROM admin_links WHERE user_id IS NULL')
    },
  }
}

type DraftCalls = Pick<AdminStore, 'putDraft' | 'getDraft' | 'listDrafts' | 'deleteDraft' | 'dueDrafts'>

function drafts(db: SqlStore, { updatedAt }: AdminDialect): DraftCalls {
  const put = `INSERT INTO config_drafts (shop, id, publish_at, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT (shop, id) DO UPDATE SET publish_at = excluded.publish_at, body = excluded.body`
  const change = `UPDATE config_drafts SET publish_at = $3, body = $4 WHERE shop = $1 AND id = $2 AND ${updatedAt} = $5`
  const remove = 'DELETE FROM config_drafts WHERE shop = $1 AND id = $2'
  const list = `SELECT body FROM config_drafts WHERE shop = $1 ORDER BY ${updatedAt} DESC, id`
  const due = 'SELECT shop, body FROM config_drafts WHERE publish_at <= $1 ORDER BY publish_at, shop, id'
  return {
    async putDraft(shop, draft, seen) {
      const values = [shop, draft.id, draft.publishAtMs, JSON.stringify(draft)]
      return (await (seen === undefined ? db.run(put, values) : db.run(change, [...values, seen]))) > 0
    },
    getDraft: (shop, id) => readDocument(db, 'SELECT body FROM config_drafts WHERE shop = $1 AND id = $2', [shop, id]),
    listDrafts: (shop) => readDocuments(db, list, [shop]),
    async deleteDraft(shop, id, seen) {
      const removing =
        seen === undefined ? db.run(remove, [shop, id]) : db.run(`${remove} AND ${updatedAt} = $3`, [shop, id, seen])
      return (await removing) > 0
    },
    async dueDrafts(nowMs) {
      const rows = await db.rows<{ shop: string; body: string }>(due, [nowMs])
      return rows.map(({ shop, body }) => ({ shop, draft: JSON.parse(body) as ConfigDraft }))
    },
  }
}

type AlertCalls = Pick<AdminStore, 'openAlert' | 'changeAlert' | 'getAlert' | 'listAlerts'>

function alerts(db: SqlStore): AlertCalls {
  const open = `INSERT INTO admin_alerts (shop, id, kind, opened_at, closed_at, body) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT DO NOTHING`
  const change = 'UPDATE admin_alerts SET closed_at = $3, body = $4 WHERE shop = $1 AND id = $2 AND body = $5'
  const one = 'SELECT body FROM admin_alerts WHERE shop = $1 AND id = $2'
  const all =
    'SELECT body FROM admin_alerts WHERE shop = $1 ORDER BY closed_at IS NOT NULL, opened_at DESC, id LIMIT 100'
  return {
    openAlert: async (shop, alert) =>
      (await db.run(open, [shop, alert.id, alert.kind, alert.openedAtMs, alert.closedAtMs, JSON.stringify(alert)])) > 0,
    async changeAlert(shop, id, edit) {
      for (;;) {
        const [row] = await db.rows<{ body: string }>(one, [shop, id])
        const alert = row && edit(JSON.parse(row.body) as StoredAlert)
        if (!alert) return undefined
        const changed = await db.run(change, [shop, id, alert.closedAtMs, JSON.stringify(alert), row.body])
        // The loop reads the alert again if another caller has changed it.
        if (changed > 0) return alert
      }
    },
    getAlert: (shop, id) => readDocument(db, one, [shop, id]),
    listAlerts: (shop) => readDocuments(db, all, [shop]),
  }
}

function dismissals(db: SqlStore, { latestFirst }: AdminDialect): Pick<AdminStore, 'dismiss' | 'listDismissed'> {
  const list = `SELECT id FROM dismissed_suggestions WHERE shop = $1 ORDER BY ${latestFirst} LIMIT 1000`
  return {
    async dismiss(shop, id) {
      await db.run('INSERT INTO dismissed_suggestions (shop, id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [shop, id])
    },
    listDismissed: async (shop) => (await db.rows<{ id: string }>(list, [shop])).map(({ id }) => id),
  }
}

function audit(db: SqlStore): Pick<AdminStore, 'appendAudit' | 'listAudit'> {
  const list = 'SELECT id, body FROM admin_audit WHERE shop = $1 AND id < $2 ORDER BY id DESC LIMIT $3'
  return {
    async appendAudit(entry) {
      const values = [entry.shop, entry.atMs, JSON.stringify(entry)]
      await db.run('INSERT INTO admin_audit (shop, at, body) VALUES ($1, $2, $3)', values)
    },
    async listAudit(shop, before, limit) {
      const rows = await db.rows<{ id: number; body: string }>(list, [shop, before, limit])
      return rows.map(({ id, body }) => ({ id, ...(JSON.parse(body) as AuditEntry) }))
    },
  }
}
