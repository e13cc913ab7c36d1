import type { PostgresDatabase } from '../postgres/database.ts'
import type { SchemaPart } from '../postgres/migrate.ts'
import { contentHash, verified } from './content-hash.ts'
import type { Manifest, SnapshotStore } from './snapshot-store.ts'

export const SNAPSHOT_SCHEMA: SchemaPart = {
  part: 'snapshots',
  steps: [
    {
      sql: `
      CREATE TABLE snapshot_contents (hash text COLLATE "C" PRIMARY KEY, put_at timestamptz NOT NULL, bytes bytea NOT NULL);
      ALTER TABLE snapshot_contents ALTER COLUMN bytes SET STORAGE EXTERNAL;
      CREATE TABLE snapshot_manifests (
        name text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, contents text[] NOT NULL, note text NOT NULL);
      CREATE SEQUENCE snapshot_versions;`,
    },
    {
      // Each UUID has 122 random bits from the server.
      sql: `
      CREATE TABLE snapshot_key (key bytea NOT NULL);
      INSERT INTO snapshot_key SELECT sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));`,
    },
  ],
}

/** Returns the key that signs manifests stored elsewhere. */
export async function snapshotKey(db: Pick<PostgresDatabase, 'rows'>): Promise<Uint8Array> {
  const [row] = await db.rows<{ key: Buffer }>('SELECT key FROM snapshot_key')
  if (!row)
    throw new Error('the table snapshot_key is empty: run "vitrine migrate" on a store that was not emptied by hand')
  return row.key
}

export function postgresSnapshotStore(db: PostgresDatabase): SnapshotStore {
  return {
    async put(bytes) {
      const hash = contentHash(bytes)
      // The new date keeps `collect` from removing contents that are about to be published.
      const known = await db.run('UPDATE snapshot_contents SET put_at = now() WHERE hash = $1', [hash])
      if (known === 0)
        await db.run(
          `INSERT INTO snapshot_contents (hash, put_at, bytes) VALUES ($1, now(), $2)
           ON CONFLICT (hash) DO UPDATE SET put_at = excluded.put_at`,
          [hash, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
        )
      return hash
    },
    async get(hash) {
      const [found] = await db.rows<{ bytes: Buffer }>('SELECT bytes FROM snapshot_contents WHERE hash = $1', [hash])
      return found && verified(found.bytes, hash)
    },
    async manifest(name) {
      const [found] = await db.rows<{ version: number; contents: string[]; note: string }>(
        'SELECT version, contents, note FROM snapshot_manifests WHERE name = $1',
        [name],
      )
      if (!found) return undefined
      const note = JSON.parse(found.note) as Manifest['note']
      return { version: String(found.version), contents: found.contents, note }
    },
    async publish(name, { contents, note }, replaces) {
      const values = [name, contents, JSON.stringify(note)]
      const written =
        replaces === null
          ? await db.run(
              `INSERT INTO snapshot_manifests (name, version, contents, note)
               VALUES ($1, nextval('snapshot_versions'), $2, $3) ON CONFLICT (name) DO NOTHING`,
              values,
            )
          : await db.run(
              `UPDATE snapshot_manifests SET version = nextval('snapshot_versions'), contents = $2, note = $3
               WHERE name = $1 AND version = $4`,
              [...values, replaces],
            )
      return written > 0
    },
    async withdraw(name) {
      await db.run('DELETE FROM snapshot_manifests WHERE name = $1', [name])
    },
    async discard(hash) {
      await db.run('DELETE FROM snapshot_contents WHERE hash = $1', [hash])
    },
    collect: (putBeforeMs) =>
      db.run(
        `DELETE FROM snapshot_contents WHERE put_at < to_timestamp($1::float8 / 1000)
         AND hash NOT IN (SELECT unnest(contents) FROM snapshot_manifests)`,
        [putBeforeMs],
      ),
    async close() {},
  }
}
