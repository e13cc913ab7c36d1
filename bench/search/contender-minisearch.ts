import MiniSearch from 'minisearch'
import { type Contender, FIELDS, flatDoc } from './contenders.ts'

export function createMiniSearch(): Contender {
  const index = new MiniSearch({ fields: [...FIELDS] })
  return {
    async build(docs) {
      let id = 0
      for (const doc of docs) index.add({ id: id++, ...flatDoc(doc) })
    },
    search(query, workload) {
      const words = query.split(' ')
      const hits = index.search(query, {
        boost: { title: 6, productType: 3 },
        fuzzy: workload === 'typo' ? 0.2 : false,
        prefix: (_term, place) => workload === 'typing' && place === words.length - 1,
      })
      return hits.slice(0, 20).map((hit) => hit.id)
    },
  }
}
