/** Synonyms to propose on the first day, before anybody has searched: common words that find nothing although the shop sells the product. */
import type { Suggestion } from '@vitrine/contract'
import { valueKey } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import type { Found, SuggestDeps } from './suggest.ts'
import { idOfSuggestion } from './suggestion-id.ts'
import { WORD_GROUPS } from './word-groups.ts'

/** As many as a merchant will read at once; when some are accepted, others follow. */
const MAX_PROPOSED = 10

type Finder = Pick<SuggestDeps, 'find'>

/** Words that shoppers have searched for come first. */
export async function commonSynonyms(deps: Finder, shop: Shop, asked: ReadonlySet<string>): Promise<Suggestion[]> {
  const language = shop.config.shop.primary_locale.toLowerCase().split(/[-_]/)[0]!
  const isAsked = (group: readonly string[]) => group.some((word) => asked.has(normalizeQuery(word)))
  const groups = (WORD_GROUPS[language] ?? []).toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a)))
  const proposed: Suggestion[] = []
  for (const group of groups) {
    if (proposed.length >= MAX_PROPOSED) break
    proposed.push(...(await proposalsFor(deps, shop, group)))
  }
  return proposed.slice(0, MAX_PROPOSED)
}

/**
 * True if a product type has this word as its name, in singular or plural: a word that is only mentioned somewhere
 * does not mean the product is sold.
 */
function isNamed(type: string, word: string): boolean {
  const [name, key] = [valueKey(type, 'words'), valueKey(word, 'words')]
  return name === key || name.endsWith(` ${key}`)
}

async function proposalsFor(deps: Finder, shop: Shop, group: readonly string[]): Promise<Suggestion[]> {
  const found: (Found & { word: string })[] = []
  for (const word of group) found.push({ word, ...(await deps.find(shop, word)) })
  const sold = found.filter(({ word, types }) => types.some((type) => isNamed(type, word)))
  const [best] = sold.sort((a, b) => b.total - a.total)
  if (!best) return []
  const { word: own, total: most } = best
  return found
    .filter(({ total }) => total === 0)
    .map(({ word }) => {
      const query = normalizeQuery(word)
      const proposal = `“${query}” also finds “${own}”`
      return {
        id: idOfSuggestion(query, proposal),
        kind: 'synonym',
        query,
        proposal,
        patch: { search: { synonyms: [...shop.config.search.synonyms, { from: query, to: own }] } },
        evidence: [{ kind: 'common_word', text: `another word for “${own}”`, count: null }],
        confidence: null,
        candidates: [],
        lost_searches: 0,
        results_now: 0,
        results_expected: most,
      }
    })
}
