import { DatabaseSync } from 'node:sqlite'
import MiniSearch from 'minisearch'
import type { FlatDoc } from '../simple-hybrid/simple-hybrid.ts'
import { plainBm25f } from './bm25f.ts'
import type { JudgedSet } from './judged-set.ts'
import type { Answer } from './metrics.ts'
import { answerOf, indexOf, SEARCHED, searchSet } from './searched-set.ts'

export type Rank = (query: string) => Answer

export const contenders: Record<string, (set: JudgedSet) => Rank> = {
  vitrine: rankWithVitrine,
  minisearch: rankWithMiniSearch,
  'sqlite fts5': rankWithSqlite,
  'plain bm25f': rankWithBm25f,
}

function rankWithVitrine(set: JudgedSet): Rank {
  const index = indexOf(set)
  return (query) => answerOf(set, searchSet(index, query))
}

const fields = ['title', 'productType', 'vendor', 'options', 'collections', 'metafields', 'description'] as const
const titleWeight = 3

/** Ids are consecutive, from `firstId`. */
export function flatDocs(set: JudgedSet, firstId = 0): FlatDoc[] {
  return set.docs.map((doc, place) => ({
    ...Object.fromEntries(fields.map((field) => [field, [doc[field]].flat().join(' ')])),
    id: place + firstId,
    title: doc.title,
  }))
}

/** MiniSearch's usual settings for shops: typos, prefixes, and a higher weight for titles. */
function rankWithMiniSearch(set: JudgedSet): Rank {
  const index = new MiniSearch({ fields: [...fields] })
  index.addAll(flatDocs(set))
  const options = { boost: { title: titleWeight }, prefix: true, fuzzy: 0.2 }
  return (query) => {
    const hits = index.search(query, options)
    return { ids: hits.slice(0, SEARCHED).map((hit) => set.ids[hit.id]!), total: hits.length }
  }
}

/** Porter stemming and a higher weight for titles; any word matches. */
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
    `SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY bm25(docs, ${titleWeight}, 1, 1, 1, 1, 1, 1) LIMIT ?`,
  )
  const count = db.prepare('SELECT count(*) AS total FROM docs WHERE docs MATCH ?')
  return (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length === 0) return { ids: [], total: 0 }
    const match = words.map((word) => `"${word}"`).join(' OR ')
    const ids = select.all(match, SEARCHED).map((row) => set.ids[Number(row.rowid) - 1]!)
    return { ids, total: Number(count.get(match)?.total) }
  }
}

/** The textbook formula with stemming and a higher weight for titles; any word matches. */
function rankWithBm25f(set: JudgedSet): Rank {
  const docs = set.docs.map((doc) => fields.map((field) => [doc[field]].flat().join(' ')))
  const weights = fields.map((field) => (field === 'title' ? titleWeight : 1))
  const search = plainBm25f(docs, weights, set.locale)
  return (query) => {
    const { docs: found, total } = search(query, SEARCHED)
    return { ids: found.map((doc) => set.ids[doc]!), total }
  }
}
