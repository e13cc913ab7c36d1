/** Proposes pinning a product that most shoppers of a search click although it is far down. */
import type { Suggestion } from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { ClickedProduct } from '../analytics/recent-searches.ts'
import { wilsonInterval } from '../analytics/statistics.ts'
import { idOfSuggestion } from './suggestion-id.ts'

export interface RuleDeps {
  clicked(shop: Shop): Promise<readonly ClickedProduct[]>
  /** Returns the product's rank and the number of hits; undefined if the product is not on the first page. */
  standing(
    shop: Shop,
    query: string,
    productId: number,
  ): Promise<{ rank: number; total: number; title: string; isInStock: boolean } | undefined>
  searchesWithoutClick(shop: Shop, query: string): Promise<number>
}

const MIN_CLICKS = 5
/** Lower bound of the product's share of all clicks, with 95 % confidence. */
const MIN_SHARE = 1 / 3
/** Shoppers notice products up to this position anyway. */
const SEEN_ANYWAY = 3
const MOST = 10

export async function suggestRules(deps: RuleDeps, shop: Shop): Promise<Suggestion[]> {
  const chosen = (await deps.clicked(shop))
    .filter(({ clicks, ofClicks, position }) => {
      return clicks >= MIN_CLICKS && wilsonInterval(clicks, ofClicks)[0] >= MIN_SHARE && position > SEEN_ANYWAY
    })
    .sort((a, b) => b.clicks - a.clicks || (a.query < b.query ? -1 : 1))
  const found: Suggestion[] = []
  for (const one of chosen.slice(0, MOST)) found.push(...(await suggestRule(deps, shop, one)))
  return found
}

async function suggestRule(deps: RuleDeps, shop: Shop, one: ClickedProduct): Promise<Suggestion[]> {
  const { query, productId, clicks, ofClicks, position } = one
  const standing = await deps.standing(shop, query, productId)
  if (!standing?.isInStock || standing.rank <= SEEN_ANYWAY) return []
  const id = idOfSuggestion(query, `pin ${productId}`)
  const rule = { id: `pin-${id}`, when: { query, match: 'exact' }, pin: [{ product_id: productId, position: 1 }] }
  return [
    {
      id,
      kind: 'rule',
      query,
      proposal: `show “${standing.title}” first for “${query}”`,
      patch: { search: { rules: [...shop.config.search.rules, rule] } },
      evidence: [
        {
          kind: 'clicks',
          text: `${clicks} of ${ofClicks} clicks chose it, at position ${position} on average; it is now at position ${standing.rank}`,
          count: clicks,
        },
      ],
      confidence: Math.round(wilsonInterval(clicks, ofClicks)[0] * 100) / 100,
      candidates: [],
      lost_searches: await deps.searchesWithoutClick(shop, query),
      results_now: standing.total,
      results_expected: standing.total,
    },
  ]
}
