/** Shares built indexes with other nodes, and removes those that are no longer needed. */
import { type Config, leavesWorkToOthers } from '../config.ts'
import { IntervalJob } from '../jobs/interval-job.ts'
import { folderSnapshotStore } from '../ports/snapshot-store/folder.ts'
import { unsignedRuns } from '../ports/event-log/postgres-sealing.ts'
import { SealedRuns } from '../ports/event-log/sealed-runs.ts'
import type { PostgresDatabase } from '../ports/postgres/database.ts'
import { storeId } from '../ports/postgres/migrate.ts'
import { postgresSnapshotStore, snapshotKey } from '../ports/snapshot-store/postgres.ts'
import { s3SnapshotStore } from '../ports/snapshot-store/s3.ts'
import { signedManifests } from '../ports/snapshot-store/signed-manifests.ts'
import type { SnapshotStore } from '../ports/snapshot-store/snapshot-store.ts'
import type { Assembly } from './parts.ts'
import type { SharedStore } from './store-postgres.ts'

const HOUR_MS = 3_600_000
/** Contents that no manifest names are removed after this time: a writer stores contents before the manifest. */
const PUT_BEFORE_MS = HOUR_MS
const nothing = () => {}

export function composeSnapshots({ config, clock, onClose, onError }: Assembly, shared: SharedStore) {
  const { snapshots: store } = shared
  const isPublisher = !leavesWorkToOthers(config)
  if (isPublisher) {
    const collect = () =>
      store.collect(clock() - PUT_BEFORE_MS).then(nothing, (error) => onError(error, 'collecting snapshots'))
    const collection = new IntervalJob(HOUR_MS, collect)
    collection.start()
    onClose(() => collection.stop())
  }
  // If the store was replaced since the start, only nodes that were started on the new one publish.
  const publishes = async () => isPublisher && (await storeId(shared.db)) === shared.id
  return { store, publishes }
}

export async function openSnapshots(setting: Config['snapshots'], db: PostgresDatabase): Promise<SnapshotStore> {
  if (setting === null || setting.kind === 'postgres') return postgresSnapshotStore(db)
  const store = setting.kind === 's3' ? s3SnapshotStore(setting) : folderSnapshotStore(setting.folder)
  return signedManifests(store, await snapshotKey(db), unsignedRuns(db))
}

/** Moves old events to the snapshot store, unless that is the database itself. */
export function sealedRunsIn(setting: Config['snapshots'], store: SnapshotStore): SealedRuns | undefined {
  return setting === null || setting.kind === 'postgres' ? undefined : new SealedRuns(store)
}
