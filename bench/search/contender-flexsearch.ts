import { Document } from 'flexsearch'
import { type Contender, FIELDS, flatDoc } from './contenders.ts'

/** FlexSearch knows neither rarity nor edit distance. The strict tokenizer finds whole words, not prefixes. */
export function createFlexSearch(): Contender {
  const index = new Document({ document: { id: 'id', index: [...FIELDS] }, tokenize: 'strict' })
  return {
    cannot: ['typo', 'typing'],
    async build(docs) {
      let id = 0
      for (const doc of docs) index.add({ id: id++, ...flatDoc(doc) })
    },
    search(query) {
      const perField = index.search(query, { limit: 20 }) as { result: number[] }[]
      return [...new Set(perField.flatMap((field) => field.result))].slice(0, 20)
    },
  }
}
