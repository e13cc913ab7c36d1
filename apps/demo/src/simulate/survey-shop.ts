import type { ProductFacts, TasteChoices } from '../shoppers/taste.ts'
import type { LiveShop, ServedProduct } from './live-shop.ts'

/** Collects what shoppers can know about a shop before they visit it: product types, colors and prices. */
export interface Survey {
  choices: TasteChoices
  factsOf(product: ServedProduct): ProductFacts
}

const PAGE_SIZE = 100
const MAX_PAGES = 8

export async function surveyShop(shop: LiveShop): Promise<Survey> {
  const products: ServedProduct[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const answer = await shop.search({ query: '', pagination: { page, limit: PAGE_SIZE } })
    products.push(...(answer?.products ?? []))
    if ((answer?.products.length ?? 0) < PAGE_SIZE) break
  }
  const byType = Map.groupBy(products, (product) => product.product_type)
  const prices = new Map([...byType].map(([type, ofType]) => [type, ofType.map(priceOf).sort((a, b) => a - b)]))
  return {
    choices: {
      productTypes: [...byType.keys()],
      colors: [...new Set(products.flatMap(colorsOf))],
      vendorsOf: (type) => [...new Set(byType.get(type)?.map((product) => product.vendor))],
      complementsOf: () => [],
    },
    factsOf: (product) => ({
      productType: product.product_type,
      vendor: product.vendor,
      colors: colorsOf(product),
      priceLevel: levelIn(prices.get(product.product_type) ?? [], priceOf(product)),
    }),
  }
}

function colorsOf(product: ServedProduct): string[] {
  return product.options.find((option) => /colou?r|farbe|couleur/i.test(option.name))?.values ?? []
}

function priceOf(product: ServedProduct): number {
  return product.price ?? 0
}

function levelIn(sorted: readonly number[], price: number): number {
  if (sorted.length < 2) return 0.5
  return sorted.filter((other) => other < price).length / (sorted.length - 1)
}
