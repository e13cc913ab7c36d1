import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Contender, FIELDS, flatDoc } from './contenders.ts'

/** `every` requires all words, and falls back to `any`. Titles have a higher weight in bm25. */
export function createSqlite(words: 'any' | 'every'): Contender {
  const db = new DatabaseSync(':memory:')
  let select: StatementSync
  const find = (match: string) => select.all(match).map((row) => Number(row.rowid) - 1)
  return {
    cannot: ['typo'],
    async build(docs) {
      db.exec(`CREATE VIRTUAL TABLE docs USING fts5(${FIELDS.join(', ')}, content = '', tokenize = 'porter unicode61')`)
      const marks = FIELDS.map(() => '?').join(', ')
      const insert = db.prepare(`INSERT INTO docs(rowid, ${FIELDS.join(', ')}) VALUES (?, ${marks})`)
      db.exec('BEGIN')
      let id = 0
      for (const doc of docs) {
        const flat = flatDoc(doc)
        insert.run(++id, ...FIELDS.map((field) => flat[field]))
      }
      db.exec('COMMIT')
      select = db.prepare(
        'SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY bm25(docs, 6, 3, 2, 1, 1, 6, 1, 1, 1) LIMIT 20',
      )
    },
    search(query, workload) {
      const quoted = query.split(' ').map((word) => `"${word}"`)
      const end = workload === 'typing' ? '*' : ''
      const strict = words === 'every' ? find(quoted.join(' AND ') + end) : []
      return strict.length > 0 ? strict : find(quoted.join(' OR ') + end)
    },
    memoryMb() {
      const pages = Number(db.prepare('PRAGMA page_count').get()!.page_count)
      return (pages * Number(db.prepare('PRAGMA page_size').get()!.page_size)) / 2 ** 20
    },
  }
}
