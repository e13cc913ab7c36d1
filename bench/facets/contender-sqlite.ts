import { DatabaseSync } from 'node:sqlite'
import { FIELDS, flatDoc } from '../search/contenders.ts'
import { type FacetProduct, FILTERS } from './facet-catalog.ts'

const COLORS = FILTERS.colors.map((color) => `'${color}'`).join(', ')
const PRICE = `p.price BETWEEN ${FILTERS.from} AND ${FILTERS.to}`
const HAS_COLOR = `EXISTS (SELECT 1 FROM variants v WHERE v.product = p.id AND v.color IN (${COLORS}))`
/** CROSS JOIN makes SQLite start with the hits, because its planner does not know that they are few. */
const HITS = 'FROM hits h CROSS JOIN products p ON p.id = h.id'

/** One GROUP BY per facet over the hits. The color and price facets leave out their own filter. */
const FACETS = [
  `SELECT p.vendor, count(*) ${HITS} WHERE ${PRICE} AND ${HAS_COLOR} GROUP BY 1 ORDER BY 2 DESC LIMIT 20`,
  `SELECT p.type, count(*) ${HITS} WHERE ${PRICE} AND ${HAS_COLOR} GROUP BY 1 ORDER BY 2 DESC LIMIT 20`,
  `SELECT t.tag, count(*) ${HITS} CROSS JOIN tags t ON t.product = p.id WHERE ${PRICE} AND ${HAS_COLOR} GROUP BY 1 ORDER BY 2 DESC LIMIT 20`,
  `SELECT v.color, count(DISTINCT p.id) ${HITS} CROSS JOIN variants v ON v.product = p.id WHERE ${PRICE} GROUP BY 1 ORDER BY 2 DESC LIMIT 20`,
  `SELECT v.size, count(DISTINCT p.id) ${HITS} CROSS JOIN variants v ON v.product = p.id WHERE ${PRICE} AND v.color IN (${COLORS}) GROUP BY 1 ORDER BY 2 DESC LIMIT 20`,
  `SELECT min(p.price), max(p.price), avg(p.price), count(*) ${HITS} WHERE ${HAS_COLOR}`,
]

const RELAX_BELOW = 20

export function createSqlite(products: readonly FacetProduct[]): (query: string) => number {
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE VIRTUAL TABLE docs USING fts5(${FIELDS.join(', ')}, content = '', tokenize = 'porter unicode61')`)
  db.exec('CREATE TABLE products (id INTEGER PRIMARY KEY, vendor TEXT, type TEXT, price REAL)')
  db.exec(
    'CREATE TABLE tags (product INTEGER, tag TEXT); CREATE TABLE variants (product INTEGER, color TEXT, size TEXT)',
  )
  fill(db, products)
  db.exec(
    'CREATE INDEX tags_product ON tags (product, tag); CREATE INDEX variants_product ON variants (product, color, size)',
  )
  db.exec('CREATE TEMP TABLE hits (id INTEGER PRIMARY KEY, rank REAL)')
  const find = db.prepare(
    'INSERT INTO hits SELECT rowid, bm25(docs, 6, 3, 2, 1, 1, 6, 1, 1, 1) FROM docs WHERE docs MATCH ?',
  )
  const top = db.prepare(`SELECT p.id ${HITS} WHERE ${PRICE} AND ${HAS_COLOR} ORDER BY h.rank LIMIT 20`)
  const facets = FACETS.map((sql) => db.prepare(sql))
  return (query) => {
    const words = query.split(' ').map((word) => `"${word}"`)
    db.exec('DELETE FROM hits')
    // Requires every word, or any word if that finds too little, as Vitrine does.
    if (find.run(words.join(' ')).changes < RELAX_BELOW && words.length > 1) {
      db.exec('DELETE FROM hits')
      find.run(words.join(' OR '))
    }
    for (const facet of facets) facet.all()
    return top.all().length
  }
}

function fill(db: DatabaseSync, products: readonly FacetProduct[]): void {
  const marks = FIELDS.map(() => '?').join(', ')
  const insertText = db.prepare(`INSERT INTO docs(rowid, ${FIELDS.join(', ')}) VALUES (?, ${marks})`)
  const insertProduct = db.prepare('INSERT INTO products VALUES (?, ?, ?, ?)')
  const insertTag = db.prepare('INSERT INTO tags VALUES (?, ?)')
  const insertVariant = db.prepare('INSERT INTO variants VALUES (?, ?, ?)')
  db.exec('BEGIN')
  for (const { id, text, vendor, variants } of products) {
    const flat = flatDoc(text)
    insertText.run(id, ...FIELDS.map((field) => flat[field]))
    insertProduct.run(id, vendor, text.productType, text.price)
    for (const tag of new Set(text.tags)) insertTag.run(id, tag)
    for (const { color, size } of variants) insertVariant.run(id, color, size)
  }
  db.exec('COMMIT')
}
