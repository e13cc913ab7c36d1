/** Measures one contender in its own process: `node measure-facets.ts CONTENDER PRODUCTS QUERIES VENDORS` prints one line of JSON. */
import { makeQueries } from '../search/queries.ts'
import { facetCatalog } from './facet-catalog.ts'

const [name, products, queryCount, vendors] = process.argv.slice(2)
const CATALOG = facetCatalog(Number(products), Number(vendors))
const QUERIES = makeQueries(
  CATALOG.map(({ text }) => text),
  Number(queryCount),
).plain
const SEARCH = await contender()
warmUp()
const TIMES = QUERIES.map((query) => {
  // The fastest of three runs, because other work on the machine only adds time.
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const begun = performance.now()
    SEARCH(query)
    best = Math.min(best, performance.now() - begun)
  }
  return best
})
console.log(JSON.stringify({ contender: name, products: Number(products), vendors: Number(vendors), times: TIMES }))

/** Servers run for weeks, so up to five untimed rounds come first, as in the text search bench. */
function warmUp(): void {
  const end = performance.now() + 6000
  for (let round = 0; round < 5; round++) for (const query of QUERIES) if (performance.now() < end) SEARCH(query)
}

async function contender(): Promise<(query: string) => number> {
  if (name === 'sqlite') return (await import('./contender-sqlite.ts')).createSqlite(CATALOG)
  return (await import('./contender-vitrine.ts')).createVitrine(CATALOG)
}
