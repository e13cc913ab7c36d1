/** Every table of the store, in a data folder and in PostgreSQL. Columns that both have are copied row by row. */
import type { DATA_FILES } from '../../ports/data-folder/data-folder.ts'

export type DataFile = keyof typeof DATA_FILES

export interface MovedTable {
  file: DataFile
  sqlite: string
  postgres: string
  /** Names in SQLite; those that differ in PostgreSQL are in `renamed`. */
  columns: readonly string[]
  renamed?: Readonly<Record<string, string>>
  /** A column that PostgreSQL numbers itself for later rows. */
  identity?: string
  boolean?: string
}

const table = (file: DataFile, name: string, columns: string, more: Partial<MovedTable> = {}): MovedTable => ({
  ...{ file, sqlite: name, postgres: name, columns: columns.split(' ') },
  ...more,
})

const RECORDS = [
  table('records', 'shops', 'no id created_at version config', { identity: 'no' }),
  table('records', 'shop_versions', 'shop version at author note config'),
  table('records', 'api_keys', 'id shop kind hash label created_at expires_at revoked_at'),
  table('records', 'products', 'shop_no id seq handle hash body'),
  table('records', 'deleted_products', 'shop_no id seq'),
  table('records', 'admin_users', 'id email body'),
  table('records', 'admin_sessions', 'hash user_id opened_by created_at seen_at'),
  table('records', 'admin_links', 'hash user_id expires_at'),
  table('records', 'config_drafts', 'shop id publish_at body'),
  table('records', 'admin_alerts', 'shop id kind opened_at closed_at body'),
  table('records', 'dismissed_suggestions', 'shop id'),
  table('records', 'admin_audit', 'id shop at body', { identity: 'id' }),
]

const DERIVED = [
  table('derived', 'shops', 'number name offset newest_at zone recounted recount_until recount_newest_at', {
    ...{ postgres: 'derived_shops', renamed: { number: 'no', offset: 'reached' }, identity: 'no' },
  }),
  table('derived', 'links', 'shop a b'),
  table('derived', 'histories', 'shop subject product browsed_at added_at removed_at bought_at'),
  table('derived', 'cart_moves', 'shop subject product at kind quantity'),
  table('derived', 'visit_days', 'shop subject day'),
  table('derived', 'rollups', 'shop dimension day key metric value'),
  table('derived', 'visits', 'shop visitor first_at last_at path device placed_at place steps pages'),
  table('derived', 'funnels', 'shop scope day path device steps sessions'),
  table('derived', 'searches', 'shop visitor query first_at last_at answered_at answer clicks'),
  table('derived', 'queries', 'shop query day searches clicked clicks zero_results approximate'),
  table('derived', 'clicks', 'shop subject product at event source'),
  table('derived', 'views', 'shop subject at event products source'),
  table('derived', 'conversions', 'shop kind key at event body'),
  table('derived', 'conversion_subjects', 'shop subject kind key at'),
  table('derived', 'unattributed', 'shop kind key'),
  table('derived', 'refunds', 'shop key refund body'),
  table('derived', 'attributions', 'shop kind key body'),
  table('derived', 'carted', 'shop event product body'),
  table('derived', 'set_aside', 'shop kind key at name cause body'),
  table('derived', 'exposures', 'shop experience visitor variant first_at'),
  table('derived', 'serves', 'row shop at body', { renamed: { row: 'no' }, identity: 'no' }),
  table('derived', 'serve_ids', 'shop id serve'),
  table('derived', 'serve_subjects', 'shop subject at serve'),
  table('derived', 'outcomes', 'shop day outcome count'),
  table('derived', 'rule_days', 'shop rule day answers'),
  table('derived', 'networks', 'day network visitors'),
  table('derived', 'snapshots', 'shop name offset bytes', { renamed: { offset: 'reached' } }),
]

const REST = [
  table('vectors', 'space', 'id shop kind space dimension embedder seq complete', {
    ...{ postgres: 'vector_spaces', identity: 'id', boolean: 'complete' },
  }),
  table('vectors', 'vector', 'space product place hash bytes thumbnail', { postgres: 'vectors' }),
  table('vectors', 'image_failure', 'shop product src reason attempts retry_at', { postgres: 'image_failures' }),
  table('vectors', 'picture_color', 'shop product hash color change', { postgres: 'picture_colors' }),
  table('vectors', 'picture_change', 'shop last', { postgres: 'picture_changes' }),
  table('webhooks', 'seen', 'shop id at', { postgres: 'webhooks_seen' }),
  table('webhooks', 'newest', 'shop object at', { postgres: 'webhooks_newest' }),
  table('webhooks', 'levels', 'shop item location available at', { postgres: 'stock_levels' }),
]

/** PostgreSQL packs the log's chunks and blocks differently: folder-end.ts and postgres-end.ts convert them. */
const EVENTS = [
  table('events', 'shops', 'number shop last_offset salt intake_day intake_events intake_bytes', {
    ...{ postgres: 'log_shops', renamed: { number: 'no', shop: 'name' }, identity: 'no' },
  }),
  table('events', 'chunks', 'shop_no first count heads bodies sents', { postgres: 'log_runs' }),
  table('events', 'subject_blocks', 'shop_no block hashes', { postgres: 'log_subject_blocks' }),
]

/** Ordered so that a table comes after those it refers to. */
export const MOVED_TABLES: readonly MovedTable[] = [...RECORDS, ...EVENTS, ...DERIVED, ...REST]

/** Tables that a store creates itself or does not need: counters, caches, and rows that are soon written again. */
export const NOT_MOVED: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
  sqlite: [
    'data_folder',
    // PostgreSQL numbers changes per shop instead, in `feeds`.
    'counters',
    // Rows of `events` become chunks when the log is opened, and `rewritten_chunks` only concerns backups.
    ...['events', 'rewritten_chunks'],
    // Event ids are read from the log again when it is opened.
    ...['id_runs', 'id_blocks', 'id_erased', 'id_days', 'id_hashes'],
    // Visitors of experiments are counted by day when the store is opened.
    'exposure_days',
  ],
  postgres: [
    ...['migrations', 'store', 'feeds', 'sign_in_tries', 'snapshot_contents', 'snapshot_manifests', 'snapshot_key'],
    // The embedded log stores erased ids without their shop and has no sealed runs. `erasures` is for running nodes.
    ...['log_erased_ids', 'log_sealing', 'erasures', 'node_notices'],
  ],
}
