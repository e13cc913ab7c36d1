import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Contender, fields, flatDoc } from './contenders.ts'

/** As in the evaluation of relevance: any word may match (with every word it finds nothing for many queries), Porter stemming, bm25 with titles first. */
export function createSqlite(): Contender {
  let select: StatementSync
  return {
    cannot: ['typo'],
    async build(docs) {
      const db = new DatabaseSync(':memory:')
      db.exec(`CREATE VIRTUAL TABLE docs USING fts5(${fields.join(', ')}, content = '', tokenize = 'porter unicode61')`)
      const marks = fields.map(() => '?').join(', ')
      const insert = db.prepare(`INSERT INTO docs(rowid, ${fields.join(', ')}) VALUES (?, ${marks})`)
      db.exec('BEGIN')
      let id = 0
      for (const doc of docs) {
        const flat = flatDoc(doc)
        insert.run(++id, ...fields.map((field) => flat[field]))
      }
      db.exec('COMMIT')
      select = db.prepare(
        'SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY bm25(docs, 6, 3, 2, 1, 1, 6, 1, 1, 1) LIMIT 20',
      )
    },
    search(query, workload) {
      const words = query.split(' ').map((word) => `"${word}"`)
      const match = words.join(' OR ') + (workload === 'typing' ? '*' : '')
      return select.all(match).map((row) => Number(row.rowid) - 1)
    },
  }
}
