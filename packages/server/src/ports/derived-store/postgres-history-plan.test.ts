/** Reading a history must cost as much as the shopper has rows, not the shop. */
import { expect, it } from 'vitest'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { HistoryReads } from './postgres-history-reads.ts'
import { DERIVED_SCHEMA } from './postgres-schema.ts'

const SHOPPERS = 4000
const ROWS_EACH = 5
const nodes = storeNodes(DERIVED_SCHEMA, (db) => db)

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

function rowsTouched(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsTouched(plan), 0)
  if (!['links', 'histories', 'cart_moves'].includes(node['Relation Name'] ?? '')) return below
  return below + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
}

it('reads only the rows of the requested shoppers, with and without statistics of the tables', async () => {
  const [db] = await nodes(1)
  await db.run("INSERT INTO derived_shops (name) VALUES ('a.example')")
  const numbers = `FROM derived_shops, generate_series(1, ${SHOPPERS}) AS i, generate_series(1, ${ROWS_EACH}) AS j WHERE name = 'a.example'`
  await db.run(`INSERT INTO links SELECT no, 'visitor:' || i, 'client:' || i || '-' || j ${numbers}`)
  await db.run(`INSERT INTO histories SELECT no, 'visitor:' || i, j, 1, 0, 0, 0 ${numbers}`)
  await db.run(`INSERT INTO cart_moves SELECT no, 'visitor:' || i, j, 1, 'add', 1 ${numbers}`)
  const asked = ['visitor:7', 'visitor:70', 'visitor:700']
  for (const statistics of ['none', 'known']) {
    if (statistics === 'known') await db.run('ANALYZE links, histories, cart_moves')
    const touched: number[] = []
    const explaining = {
      run: db.run.bind(db),
      async rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
        const [plan] = await db.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] | string }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        )
        const json = plan!['QUERY PLAN']
        touched.push(rowsTouched((typeof json === 'string' ? JSON.parse(json) : json)[0].Plan))
        return db.rows(text, values)
      },
    }
    await new HistoryReads(explaining).read('a.example', asked, 9)
    expect({ statistics, first: touched[0] }).toEqual({ statistics, first: asked.length * 3 * ROWS_EACH })
  }
})
