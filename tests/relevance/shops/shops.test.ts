import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../conformance/harness.ts'
import { EXPORTED_SHOPS } from './exported-shops.ts'
import { type Found, faultsOf, firstIsGood, medianShare, searchShop } from './searched-shop.ts'
import type { ShopQueries } from './shop-queries.ts'

const FOLDER = fileURLToPath(new URL('../../../../shared/data/catalogs/', import.meta.url))
const MEDIAN_SHARE = 0.25

const isThere = existsSync(FOLDER)
if (!isThere) console.log(`no shop is searched: ${FOLDER} is not there`)

describe.skipIf(!isThere)('shops of real exports', () => {
  let harness: Harness

  beforeAll(async () => {
    // The expectations are about search by words, so the server has no model.
    harness = await startHarness({ VITRINE_EMBEDDER: 'none' })
  })

  afterAll(() => harness.close())

  for (const shop of EXPORTED_SHOPS) {
    describe(shop.file, () => {
      let found: Map<string, Found>

      beforeAll(async () => {
        found = await searchShop(harness, FOLDER, shop)
      })

      afterAll(() => console.log(summary(shop, found)))

      for (const asked of shop.queries) {
        const check = () => expect(faultsOf(asked, found.get(asked.query)!)).toEqual([])
        if (asked.known === undefined) it(`answers "${asked.query}" as a person expects`, check)
        else it.fails(`does not yet answer "${asked.query}" well: ${asked.known}`, check)
      }

      it('finds less than a quarter of the catalog for the median of all queries', () => {
        expect(medianShare(found)).toBeLessThan(MEDIAN_SHARE)
      })
    })
  }
})

function summary({ file, queries }: ShopQueries, found: Map<string, Found>): string {
  const good = queries.filter((asked) => firstIsGood(asked, found.get(asked.query)!.products))
  const known = queries.filter((asked) => asked.known !== undefined)
  return [
    `${file}: good first hit ${good.length}/${queries.length}, median share ${(medianShare(found) * 100).toFixed(1)} %`,
    ...known.map((asked) => `  known fault: "${asked.query}": ${asked.known}`),
  ].join('\n')
}
