/** Where built indexes are shared with other nodes, and the removal of what nobody needs there any more. */
import { SnapshotCollection } from '../jobs/collect-snapshots.ts'
import { folderSnapshotStore } from '../ports/snapshot-store/folder.ts'
import { postgresSnapshotStore } from '../ports/snapshot-store/postgres.ts'
import { s3SnapshotStore } from '../ports/snapshot-store/s3.ts'
import type { SnapshotStore } from '../ports/snapshot-store/snapshot-store.ts'
import type { Assembly } from './parts.ts'
import type { SharedStore } from './store-postgres.ts'

/** undefined with the embedded store: the data folder has one user. */
export function composeSnapshots({ config, clock, onClose, onError }: Assembly, shared: SharedStore | undefined) {
  const store = shared && openSnapshots(config.snapshots, shared)
  if (!store) return undefined
  onClose(() => store.close())
  const publishes = config.role !== 'api'
  if (publishes) {
    const collection = new SnapshotCollection({ store, clock, onError })
    collection.start()
    onClose(() => collection.stop())
  }
  return { store, publishes }
}

function openSnapshots(setting: Assembly['config']['snapshots'], { db }: SharedStore): SnapshotStore {
  if (setting?.kind === 's3') return s3SnapshotStore(setting)
  if (setting?.kind === 'folder') return folderSnapshotStore(setting.folder)
  return postgresSnapshotStore(db)
}
