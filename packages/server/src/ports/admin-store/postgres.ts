import type { PostgresDatabase } from '../postgres/database.ts'
import type { SchemaPart } from '../postgres/migrate.ts'
import type {
  AdminSession,
  AdminStore,
  AdminUser,
  AuditEntry,
  ConfigDraft,
  SignInLink,
  StoredAlert,
} from './admin-store.ts'

export const ADMIN_SCHEMA: SchemaPart = {
  part: 'admin',
  steps: [
    {
      sql: `
      CREATE TABLE admin_users (id text COLLATE "C" PRIMARY KEY, email text COLLATE "C" NOT NULL UNIQUE, body text NOT NULL);
      CREATE TABLE admin_sessions (
        hash text COLLATE "C" PRIMARY KEY,
        user_id text COLLATE "C" NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
        opened_by text NOT NULL, created_at bigint NOT NULL, seen_at bigint NOT NULL);
      CREATE INDEX admin_sessions_of_user ON admin_sessions (user_id);
      CREATE TABLE admin_links (
        hash text COLLATE "C" PRIMARY KEY,
        user_id text COLLATE "C" REFERENCES admin_users (id) ON DELETE CASCADE,
        expires_at bigint NOT NULL);
      CREATE TABLE config_drafts (
        shop text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, publish_at bigint, body text NOT NULL,
        PRIMARY KEY (shop, id));
      CREATE INDEX config_drafts_due ON config_drafts (publish_at) WHERE publish_at IS NOT NULL;
      CREATE TABLE admin_audit (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, shop text COLLATE "C", at bigint NOT NULL, body text NOT NULL);
      CREATE INDEX admin_audit_of_shop ON admin_audit (shop, id);`,
    },
    {
      sql: `
      CREATE TABLE admin_alerts (
        shop text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL,
        opened_at bigint NOT NULL, closed_at bigint, body text NOT NULL, PRIMARY KEY (shop, id));
      CREATE UNIQUE INDEX admin_alerts_open ON admin_alerts (shop, kind) WHERE closed_at IS NULL;`,
    },
    {
      sql: `
      CREATE TABLE dismissed_suggestions (
        shop text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (shop, id));`,
    },
  ],
}

type Body = { body: string }

export function postgresAdminStore(db: PostgresDatabase): AdminStore {
  return {
    ...users(db),
    ...sessions(db),
    ...links(db),
    ...drafts(db),
    ...alerts(db),
    ...dismissals(db),
    ...audit(db),
    async dropShop(shop) {
      await db.transaction(async (sql) => {
        for (const table of ['config_drafts', 'admin_alerts', 'dismissed_suggestions', 'admin_audit'])
          await sql.run(`DELETE FROM ${table} WHERE shop = $1`, [shop])
      })
    },
    async close() {},
  }
}

function users(db: PostgresDatabase) {
  const one = async (column: 'id' | 'email', value: string) =>
    read<AdminUser>((await db.rows<Body>(`SELECT body FROM admin_users WHERE ${column} = $1`, [value]))[0])
  return {
    addUser: async (user: AdminUser) =>
      (await db.run('INSERT INTO admin_users (id, email, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        user.id,
        user.email,
        JSON.stringify(user),
      ])) > 0,
    updateUser: async (user: AdminUser) =>
      (await db.run('UPDATE admin_users SET body = $3 WHERE id = $1 AND email = $2', [
        user.id,
        user.email,
        JSON.stringify(user),
      ])) > 0,
    getUser: (id: string) => one('id', id),
    findUserByEmail: (email: string) => one('email', email),
    listUsers: async () =>
      (await db.rows<Body>('SELECT body FROM admin_users ORDER BY email')).map((row) => read<AdminUser>(row)!),
    deleteUser: async (id: string) => (await db.run('DELETE FROM admin_users WHERE id = $1', [id])) > 0,
  }
}

function sessions(db: PostgresDatabase) {
  return {
    addSession: async ({ hash, userId, openedBy, createdAtMs, seenAtMs }: AdminSession) =>
      (await db.run(
        `INSERT INTO admin_sessions (hash, user_id, opened_by, created_at, seen_at)
         SELECT $1, id, $3, $4::bigint, $5::bigint FROM admin_users WHERE id = $2 FOR KEY SHARE`,
        [hash, userId, openedBy, createdAtMs, seenAtMs],
      )) > 0,
    async getSession(hash: string) {
      const [session] = await db.rows<AdminSession>(
        `SELECT hash, user_id AS "userId", opened_by AS "openedBy", created_at AS "createdAtMs", seen_at AS "seenAtMs"
         FROM admin_sessions WHERE hash = $1`,
        [hash],
      )
      return session
    },
    async touchSession(hash: string, seenAtMs: number) {
      await db.run('UPDATE admin_sessions SET seen_at = greatest(seen_at, $1) WHERE hash = $2', [seenAtMs, hash])
    },
    async deleteSession(hash: string) {
      await db.run('DELETE FROM admin_sessions WHERE hash = $1', [hash])
    },
    async deleteSessionsOf(userId: string, exceptHash: string | null) {
      await db.transaction(async (sql) => {
        await sql.run('DELETE FROM admin_sessions WHERE user_id = $1 AND hash IS DISTINCT FROM $2', [
          userId,
          exceptHash,
        ])
        await sql.run('DELETE FROM admin_links WHERE user_id = $1', [userId])
      })
    },
    async deleteExpired({ begunBeforeMs, seenBeforeMs, nowMs }: Parameters<AdminStore['deleteExpired']>[0]) {
      await db.transaction(async (sql) => {
        await sql.run('DELETE FROM admin_sessions WHERE created_at < $1 OR seen_at < $2', [begunBeforeMs, seenBeforeMs])
        await sql.run('DELETE FROM admin_links WHERE expires_at <= $1', [nowMs])
      })
    },
  }
}

function links(db: PostgresDatabase) {
  return {
    addLink: async ({ hash, userId, expiresAtMs }: SignInLink) =>
      (await (userId === null
        ? db.run('INSERT INTO admin_links (hash, user_id, expires_at) VALUES ($1, NULL, $2)', [hash, expiresAtMs])
        : db.run(
            `INSERT INTO admin_links (hash, user_id, expires_at)
             SELECT $1, id, $3::bigint FROM admin_users WHERE id = $2 FOR KEY SHARE`,
            [hash, userId, expiresAtMs],
          ))) > 0,
    async getLink(hash: string) {
      const [link] = await db.rows<SignInLink>(
        'SELECT hash, user_id AS "userId", expires_at AS "expiresAtMs" FROM admin_links WHERE hash = $1',
        [hash],
      )
      return link
    },
    takeLink: async (hash: string) => (await db.run('DELETE FROM admin_links WHERE hash = $1', [hash])) > 0,
    async deleteOwnerLinks() {
      await db.run('DELETE FROM admin_links WHERE user_id IS NULL')
    },
  }
}

function drafts(db: PostgresDatabase) {
  return {
    async putDraft(shop: string, draft: ConfigDraft, seen?: string) {
      const values = [shop, draft.id, draft.publishAtMs, JSON.stringify(draft)]
      const changes =
        seen === undefined
          ? await db.run(
              `INSERT INTO config_drafts (shop, id, publish_at, body) VALUES ($1, $2, $3, $4)
               ON CONFLICT (shop, id) DO UPDATE SET publish_at = excluded.publish_at, body = excluded.body`,
              values,
            )
          : await db.run(
              `UPDATE config_drafts SET publish_at = $3, body = $4
               WHERE shop = $1 AND id = $2 AND body::json ->> 'updatedAt' = $5`,
              [...values, seen],
            )
      return changes > 0
    },
    getDraft: async (shop: string, id: string) =>
      read<ConfigDraft>(
        (await db.rows<Body>('SELECT body FROM config_drafts WHERE shop = $1 AND id = $2', [shop, id]))[0],
      ),
    listDrafts: async (shop: string) =>
      (
        await db.rows<Body>(
          `SELECT body FROM config_drafts WHERE shop = $1 ORDER BY body::json ->> 'updatedAt' DESC, id`,
          [shop],
        )
      ).map((row) => read<ConfigDraft>(row)!),
    deleteDraft: async (shop: string, id: string, seen?: string) =>
      (await db.run(
        `DELETE FROM config_drafts WHERE shop = $1 AND id = $2 AND ($3::text IS NULL OR body::json ->> 'updatedAt' = $3)`,
        [shop, id, seen ?? null],
      )) > 0,
    dueDrafts: async (nowMs: number) =>
      (
        await db.rows<Body & { shop: string }>(
          'SELECT shop, body FROM config_drafts WHERE publish_at <= $1 ORDER BY publish_at, shop, id',
          [nowMs],
        )
      ).map((row) => ({ shop: row.shop, draft: read<ConfigDraft>(row)! })),
  }
}

function dismissals(db: PostgresDatabase): Pick<AdminStore, 'dismiss' | 'listDismissed'> {
  return {
    async dismiss(shop, id) {
      await db.run('INSERT INTO dismissed_suggestions (shop, id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [shop, id])
    },
    async listDismissed(shop) {
      const latest = 'SELECT id FROM dismissed_suggestions WHERE shop = $1 ORDER BY at DESC, id LIMIT 1000'
      return (await db.rows<{ id: string }>(latest, [shop])).map(({ id }) => id)
    },
  }
}

function alerts(db: PostgresDatabase) {
  return {
    openAlert: async (shop: string, alert: StoredAlert) =>
      (await db.run(
        `INSERT INTO admin_alerts (shop, id, kind, opened_at, closed_at, body) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING`,
        [shop, alert.id, alert.kind, alert.openedAtMs, alert.closedAtMs, JSON.stringify(alert)],
      )) > 0,
    changeAlert: (shop: string, id: string, edit: (alert: StoredAlert) => StoredAlert | undefined) =>
      db.transaction(async (sql) => {
        const one = 'SELECT body FROM admin_alerts WHERE shop = $1 AND id = $2 FOR UPDATE'
        const stored = read<StoredAlert>((await sql.rows<Body>(one, [shop, id]))[0])
        const alert = stored && edit(stored)
        if (!alert) return undefined
        const change = 'UPDATE admin_alerts SET closed_at = $3, body = $4 WHERE shop = $1 AND id = $2'
        await sql.run(change, [shop, id, alert.closedAtMs, JSON.stringify(alert)])
        return alert
      }),
    getAlert: async (shop: string, id: string) =>
      read<StoredAlert>(
        (await db.rows<Body>('SELECT body FROM admin_alerts WHERE shop = $1 AND id = $2', [shop, id]))[0],
      ),
    listAlerts: async (shop: string) =>
      (
        await db.rows<Body>(
          'SELECT body FROM admin_alerts WHERE shop = $1 ORDER BY closed_at IS NOT NULL, opened_at DESC, id LIMIT 100',
          [shop],
        )
      ).map((row) => read<StoredAlert>(row)!),
  }
}

function audit(db: PostgresDatabase) {
  return {
    async appendAudit(entry: AuditEntry) {
      await db.run('INSERT INTO admin_audit (shop, at, body) VALUES ($1, $2, $3)', [
        entry.shop,
        entry.atMs,
        JSON.stringify(entry),
      ])
    },
    listAudit: async (shop: string, before: number, limit: number) =>
      (
        await db.rows<Body & { id: number }>(
          'SELECT id, body FROM admin_audit WHERE shop = $1 AND id < $2 ORDER BY id DESC LIMIT $3',
          [shop, before, limit],
        )
      ).map((row) => ({ id: row.id, ...read<AuditEntry>(row)! })),
  }
}

function read<T>(row: Body | undefined): T | undefined {
  return row && (JSON.parse(row.body) as T)
}
