import { hash } from 'node:crypto'
import type { PostgresDatabase } from '../postgres/database.ts'
import type { SchemaPart } from '../postgres/migrate.ts'
import type { SignInTries } from './sign-in-tries.ts'

export const SIGN_IN_SCHEMA: SchemaPart = {
  part: 'sign-in',
  steps: [
    { sql: 'CREATE TABLE sign_in_tries (key text COLLATE "C" PRIMARY KEY, since bigint NOT NULL, count int NOT NULL)' },
  ],
}

/** Counts over all nodes, so that using several nodes gives nobody more tries. */
export function postgresSignInTries(db: PostgresDatabase): SignInTries {
  return {
    async count(key, { limit, windowMs, nowMs }) {
      const isOver = nowMs - windowMs
      await db.run('DELETE FROM sign_in_tries WHERE since <= $1', [isOver])
      const [tries] = await db.rows<{ since: number; count: number }>(
        `INSERT INTO sign_in_tries AS known (key, since, count) VALUES ($1, $2, 1)
         ON CONFLICT (key) DO UPDATE SET count = least(known.count, $3) + 1 RETURNING since, count`,
        [keyOf(key), nowMs, limit],
      )
      return tries && tries.count > limit ? tries.since + windowMs - nowMs : undefined
    },
    async takeBack(key) {
      await db.run('UPDATE sign_in_tries SET count = count - 1 WHERE key = $1', [keyOf(key)])
    },
    async forget(key) {
      await db.run('DELETE FROM sign_in_tries WHERE key = $1', [keyOf(key)])
    },
  }
}

/** Hashed, so that the table contains no readable e-mail addresses. */
function keyOf(key: string): string {
  return hash('sha256', key)
}
