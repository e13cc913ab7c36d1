import { foldText } from './words-of.ts'
import type { Law } from './law.ts'
import { placeFault } from './found-sets.ts'

export const partNumbers: Law = {
  number: 2,
  says: 'A search for a SKU or barcode ranks a product that has it first.',
  cases({ sample, byId }) {
    const asked = sample.flatMap(({ product }) => {
      const { sku = '', barcode = '' } = product.variants[0] ?? {}
      return [sku.trim(), barcode.trim()].filter((code) => code.length > 1)
    })
    return {
      sortedOut: 0,
      cases: asked.map((code) => {
        const folded = foldText(code)
        const isIt = (id: number) => byId.get(id)?.codes.includes(folded) ?? false
        return { query: code, fault: (shop) => placeFault(shop, code, { isIt, within: 1 }) }
      }),
    }
  },
}
