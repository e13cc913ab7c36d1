/** One contender in a process of its own: `node measure-facets.ts CONTENDER PRODUCTS QUERIES VENDORS` prints one line of JSON. */
import { makeQueries } from '../search/queries.ts'
import { facetCatalog } from './facet-catalog.ts'

const [name, products, queryCount, vendors] = process.argv.slice(2)
const catalog = facetCatalog(Number(products), Number(vendors))
const queries = makeQueries(
  catalog.map(({ text }) => text),
  Number(queryCount),
).plain
const search = await contender()
warmUp()
const times = queries.map((query) => {
  // The fastest of three: a shared machine only ever adds.
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const begun = performance.now()
    search(query)
    best = Math.min(best, performance.now() - begun)
  }
  return best
})
console.log(JSON.stringify({ contender: name, products: Number(products), vendors: Number(vendors), times }))

/** Servers run for weeks: as for text search, up to five rounds before the clock runs. */
function warmUp(): void {
  const end = performance.now() + 6000
  for (let round = 0; round < 5; round++) for (const query of queries) if (performance.now() < end) search(query)
}

async function contender(): Promise<(query: string) => number> {
  if (name === 'sqlite') return (await import('./contender-sqlite.ts')).createSqlite(catalog)
  return (await import('./contender-vitrine.ts')).createVitrine(catalog)
}
