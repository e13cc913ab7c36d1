import type { DatabaseSync } from 'node:sqlite'
import type { ShopId } from '../record-store/record-store.ts'
import { type ChunkAudit, EventChunks } from './event-chunks.ts'
import { LogShops } from './log-shops.ts'

export interface LogAudit extends ChunkAudit {
  shop: ShopId
}

/** Compares every chunk with its checksum. A read-only connection is enough. */
export function auditEvents(db: DatabaseSync): LogAudit[] {
  const shops = new LogShops(db)
  const chunks = new EventChunks(db, (base) => shops.checksumsFrom(base))
  return shops.all().map(({ name, base, lastOffset }) => ({ shop: name, ...chunks.verify(base, lastOffset) }))
}

export function auditChunks(db: DatabaseSync): number {
  const shops = new LogShops(db)
  return new EventChunks(db, (base) => shops.checksumsFrom(base)).countDamaged()
}
