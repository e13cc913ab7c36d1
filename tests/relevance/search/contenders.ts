import { DatabaseSync } from 'node:sqlite'
import MiniSearch from 'minisearch'
import { analyzerFor } from '../../../packages/engine/src/text/analysis/analyzer.ts'
import { matchText } from '../../../packages/engine/src/text/match-text.ts'
import { buildTextSegment } from '../../../packages/engine/src/text/text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../../../packages/engine/src/text/text-settings.ts'
import type { JudgedSet } from './judged-set.ts'

/** Product ids, best first. */
export type Rank = (query: string) => string[]

const depth = 60

export const contenders: Record<string, (set: JudgedSet) => Rank> = {
  vitrine: rankWithVitrine,
  minisearch: rankWithMiniSearch,
  'sqlite fts5': rankWithSqlite,
}

function rankWithVitrine(set: JudgedSet): Rank {
  const segment = buildTextSegment(set.docs, analyzerFor('en'))
  return (text) => {
    const query = { text, locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: depth }
    return Array.from(matchText([segment], query).docs, (doc) => set.ids[doc]!)
  }
}

const fields = ['title', 'productType', 'vendor', 'options', 'collections', 'metafields', 'description'] as const

function flatDocs(set: JudgedSet): ({ id: number } & Record<string, string | number>)[] {
  return set.docs.map((doc, id) => ({
    id,
    ...Object.fromEntries(fields.map((field) => [field, [doc[field]].flat().join(' ')])),
  }))
}

/** Its usual settings for shops: typos and prefixes on, titles first. */
function rankWithMiniSearch(set: JudgedSet): Rank {
  const index = new MiniSearch({ fields: [...fields] })
  index.addAll(flatDocs(set))
  const options = { boost: { title: 3 }, prefix: true, fuzzy: 0.2 }
  return (query) =>
    index
      .search(query, options)
      .slice(0, depth)
      .map((hit) => set.ids[hit.id]!)
}

/** Porter stemming, any word, titles first. */
function rankWithSqlite(set: JudgedSet): Rank {
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE VIRTUAL TABLE docs USING fts5(${fields.join(', ')}, tokenize = 'porter unicode61')`)
  const insert = db.prepare(
    `INSERT INTO docs(rowid, ${fields.join(', ')}) VALUES (?, ${fields.map(() => '?').join(', ')})`,
  )
  db.exec('BEGIN')
  for (const doc of flatDocs(set)) insert.run(doc.id + 1, ...fields.map((field) => doc[field]!))
  db.exec('COMMIT')
  const select = db.prepare(
    'SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY bm25(docs, 3, 1, 1, 1, 1, 1, 1) LIMIT ?',
  )
  return (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length === 0) return []
    const match = words.map((word) => `"${word}"`).join(' OR ')
    return select.all(match, depth).map((row) => set.ids[Number(row.rowid) - 1]!)
  }
}
