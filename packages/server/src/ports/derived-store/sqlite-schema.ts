/** `shop` is a number in this file. Tables without rowid are in key order, so that a report reads one range. */
export const MIGRATIONS = [
  `CREATE TABLE shops (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, offset INTEGER NOT NULL, newest_at INTEGER NOT NULL) STRICT;

   CREATE TABLE links (shop INTEGER, a TEXT, b TEXT, PRIMARY KEY (shop, a, b)) STRICT, WITHOUT ROWID;
   CREATE TABLE histories (
     shop INTEGER, subject TEXT, product INTEGER, browsed_at INTEGER, added_at INTEGER, removed_at INTEGER, bought_at INTEGER,
     PRIMARY KEY (shop, subject, product)) STRICT, WITHOUT ROWID;

   CREATE TABLE rollups (
     shop INTEGER, dimension TEXT, day INTEGER, key TEXT, metric TEXT, value INTEGER NOT NULL,
     PRIMARY KEY (shop, dimension, day, key, metric)) STRICT, WITHOUT ROWID;

   CREATE TABLE sessions (
     shop INTEGER, session TEXT, first_at INTEGER, path TEXT, device TEXT, steps INTEGER,
     PRIMARY KEY (shop, session)) STRICT, WITHOUT ROWID;
   CREATE INDEX sessions_by_time ON sessions (shop, first_at);
   CREATE TABLE session_pages (shop INTEGER, session TEXT, path TEXT, PRIMARY KEY (shop, session, path)) STRICT, WITHOUT ROWID;
   CREATE TABLE funnels (
     shop INTEGER, scope TEXT, day INTEGER, path TEXT, device TEXT, steps INTEGER, sessions INTEGER NOT NULL,
     PRIMARY KEY (shop, scope, day, path, device, steps)) STRICT, WITHOUT ROWID;

   CREATE TABLE searches (
     shop INTEGER, day INTEGER, session TEXT, query TEXT, flags INTEGER, PRIMARY KEY (shop, day, session, query)) STRICT, WITHOUT ROWID;
   CREATE TABLE queries (
     shop INTEGER, query TEXT, day INTEGER, searches INTEGER, clicks INTEGER, cart_adds INTEGER, zero_results INTEGER,
     PRIMARY KEY (shop, query, day)) STRICT, WITHOUT ROWID;

   CREATE TABLE clicks (
     shop INTEGER, subject TEXT, product INTEGER, at INTEGER, event TEXT, source TEXT,
     PRIMARY KEY (shop, subject, product, at, event)) STRICT, WITHOUT ROWID;
   CREATE TABLE views (
     shop INTEGER, subject TEXT, at INTEGER, event TEXT, products TEXT, source TEXT,
     PRIMARY KEY (shop, subject, at, event)) STRICT, WITHOUT ROWID;
   CREATE TABLE conversions (
     shop INTEGER, kind TEXT, key TEXT, at INTEGER, event TEXT, body TEXT, PRIMARY KEY (shop, kind, key)) STRICT, WITHOUT ROWID;
   CREATE INDEX conversions_by_time ON conversions (shop, kind, at);
   CREATE TABLE conversion_subjects (
     shop INTEGER, subject TEXT, kind TEXT, key TEXT, at INTEGER, PRIMARY KEY (shop, subject, kind, key)) STRICT, WITHOUT ROWID;
   CREATE TABLE unattributed (shop INTEGER, kind TEXT, key TEXT, PRIMARY KEY (shop, kind, key)) STRICT, WITHOUT ROWID;
   CREATE TABLE attributions (shop INTEGER, kind TEXT, key TEXT, body TEXT, PRIMARY KEY (shop, kind, key)) STRICT, WITHOUT ROWID;
   CREATE TABLE exposures (
     shop INTEGER, experience TEXT, visitor TEXT, variant TEXT, first_at INTEGER,
     PRIMARY KEY (shop, experience, visitor, variant)) STRICT, WITHOUT ROWID;

   CREATE TABLE serves (row INTEGER PRIMARY KEY, shop INTEGER, at INTEGER, body TEXT) STRICT;
   CREATE INDEX serves_by_time ON serves (shop, at);
   CREATE TABLE serve_ids (shop INTEGER, id TEXT, serve INTEGER, PRIMARY KEY (shop, id, serve)) STRICT, WITHOUT ROWID;

   CREATE TABLE serve_subjects (
     shop INTEGER, subject TEXT, at INTEGER, serve INTEGER, PRIMARY KEY (shop, subject, at, serve)) STRICT, WITHOUT ROWID;

   CREATE TABLE outcomes (shop INTEGER, day INTEGER, outcome TEXT, count INTEGER, PRIMARY KEY (shop, day, outcome)) STRICT, WITHOUT ROWID;
   CREATE TABLE snapshots (shop INTEGER, name TEXT, offset INTEGER, bytes BLOB, PRIMARY KEY (shop, name)) STRICT;`,
  `CREATE TABLE refunds (shop INTEGER, key TEXT, refund TEXT, body TEXT, PRIMARY KEY (shop, key, refund)) STRICT, WITHOUT ROWID;`,
  // Earlier versions counted UTC days. The follower recounts shops in other zones (see `restartRecount`).
  `ALTER TABLE shops ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
   ALTER TABLE shops ADD COLUMN recounted INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE shops ADD COLUMN recount_until INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE shops ADD COLUMN recount_newest_at INTEGER NOT NULL DEFAULT 0;`,
  // Facts of logged-in shoppers are now stored by login (see link-walk.ts) instead of by customer, so everything is
  // derived again.
  ['links', 'histories', 'rollups', 'sessions', 'session_pages', 'funnels', 'searches', 'queries', 'clicks', 'views']
    .concat(['conversions', 'conversion_subjects', 'unattributed', 'refunds', 'attributions'])
    .map((table) => `DELETE FROM ${table};`)
    .concat('UPDATE shops SET offset = 0, newest_at = 0, recounted = 0, recount_until = 0, recount_newest_at = 0;')
    .join('\n'),
  // Additions of the same time are summed up, but a whole cart reported twice is one cart.
  `CREATE TABLE cart_moves (
     shop INTEGER, subject TEXT, product INTEGER, at INTEGER, kind TEXT, quantity INTEGER,
     PRIMARY KEY (shop, subject, product, at, kind)) STRICT, WITHOUT ROWID;`,
  // Answers without a product are few, and reports read them separately.
  `CREATE INDEX serves_without_result ON serves (shop, at) WHERE json_extract(body, '$.total') = 0;`,
  // Days are counted from this version on. A rebuild also counts earlier ones.
  `CREATE TABLE visit_days (shop INTEGER, subject TEXT, day INTEGER, PRIMARY KEY (shop, subject, day)) STRICT, WITHOUT ROWID;`,
  // Adds the market and locale of visits. The column `device` of funnels now contains a segment.
  `ALTER TABLE sessions ADD COLUMN placed_at INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE sessions ADD COLUMN place TEXT NOT NULL DEFAULT '';`,
  `CREATE TABLE rule_days (shop INTEGER, rule TEXT, day INTEGER, answers INTEGER NOT NULL, PRIMARY KEY (shop, rule, day)) STRICT, WITHOUT ROWID;`,
  // Filled when the file is opened (see `countExposures`), because days depend on the shop's zone.
  `CREATE TABLE exposure_days (
     shop INTEGER, experience TEXT, day INTEGER, variant TEXT, visitors INTEGER NOT NULL,
     PRIMARY KEY (shop, experience, day, variant)) STRICT, WITHOUT ROWID;
   CREATE INDEX exposures_by_time ON exposures (shop, experience, first_at);
   ALTER TABLE shops ADD COLUMN exposures_counted INTEGER NOT NULL DEFAULT 0;`,
  `CREATE TABLE set_aside (
     shop INTEGER, kind TEXT, key TEXT, at INTEGER NOT NULL, name TEXT NOT NULL, cause TEXT NOT NULL, body TEXT NOT NULL,
     PRIMARY KEY (shop, kind, key)) STRICT, WITHOUT ROWID;`,
  // Visits and searches become spans (see activity-spans.ts), so everything is derived again.
  `DROP TABLE sessions;
   DROP TABLE session_pages;
   DROP TABLE searches;
   DROP TABLE queries;
   DROP INDEX serves_without_result;
   CREATE TABLE visits (
     shop INTEGER, visitor TEXT, first_at INTEGER, last_at INTEGER, path TEXT, device TEXT, placed_at INTEGER, place TEXT, steps INTEGER,
     pages TEXT, PRIMARY KEY (shop, visitor, first_at)) STRICT, WITHOUT ROWID;
   CREATE INDEX visits_by_time ON visits (shop, first_at);
   CREATE TABLE searches (
     shop INTEGER, visitor TEXT, query TEXT, first_at INTEGER, last_at INTEGER, answered_at INTEGER, answer TEXT, clicks TEXT,
     PRIMARY KEY (shop, visitor, query, first_at)) STRICT, WITHOUT ROWID;
   CREATE INDEX searches_by_time ON searches (shop, first_at, visitor, query);
   CREATE TABLE queries (
     shop INTEGER, query TEXT, day INTEGER, searches INTEGER, clicked INTEGER, clicks INTEGER, zero_results INTEGER, approximate INTEGER,
     PRIMARY KEY (shop, query, day)) STRICT, WITHOUT ROWID;
   CREATE TABLE carted (
     shop INTEGER, event TEXT, product INTEGER, body TEXT, PRIMARY KEY (shop, event, product)) STRICT, WITHOUT ROWID;`
    .concat(
      ['links', 'histories', 'cart_moves', 'visit_days', 'rollups', 'funnels', 'clicks', 'views', 'conversions']
        .concat(['conversion_subjects', 'unattributed', 'refunds', 'attributions'])
        .map((table) => `DELETE FROM ${table};`)
        .join('\n'),
    )
    .concat('UPDATE shops SET offset = 0, newest_at = 0, recounted = 0, recount_until = 0, recount_newest_at = 0;'),
  'CREATE TABLE networks (day INTEGER, network TEXT, visitors INTEGER NOT NULL, PRIMARY KEY (day, network)) STRICT, WITHOUT ROWID;',
  // Searches are also counted as evidence (see segments.ts). Earlier ones all count as evidence.
  `INSERT INTO queries SELECT shop, char(1114111) || 'evidence' || char(1114111) || query, day, searches, clicked, clicks, zero_results, approximate
   FROM queries WHERE query < char(1114111);`,
]
