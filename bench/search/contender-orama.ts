import { create, insertMultiple, search } from '@orama/orama'
import { type Contender, FIELDS, flatDoc } from './contenders.ts'

export function createOrama(): Contender {
  const schema = Object.fromEntries(FIELDS.map((field) => [field, 'string' as const]))
  const db = create({ schema })
  return {
    async build(docs) {
      await insertMultiple(
        db,
        Array.from(docs, (doc, id) => ({ id: String(id), ...flatDoc(doc) })),
        1000,
      )
    },
    async search(term, workload) {
      const results = await search(db, {
        term,
        limit: 20,
        tolerance: workload === 'typo' ? 1 : 0,
        threshold: 0,
        boost: { title: 6 },
      })
      return results.hits.map((hit) => Number(hit.id))
    },
  }
}
