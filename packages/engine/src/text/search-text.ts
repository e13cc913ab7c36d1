import { matchText } from './match-text.ts'
import { prepareTextQuery } from './prepare-query.ts'
import type { TextIndex } from './text-index.ts'
import type { DocSets, QueryEntities, RankedDocs, TextMatches, TextRequest } from './text-query.ts'

export interface TextAnswer extends RankedDocs, Omit<TextMatches, 'best' | 'rule'> {
  readonly corrected: string | null
  readonly entities: QueryEntities
}

/** Text search by itself, all steps at once: the best `limit` docs among those visible. */
export function searchText(
  index: TextIndex,
  request: TextRequest & { readonly limit: number; readonly visible?: DocSets },
): TextAnswer {
  const query = prepareTextQuery(index, request)
  const { best, rule, ...matches } = matchText(query, request.visible ?? [], { limit: request.limit })
  return { ...matches, ...best, corrected: query.corrected, entities: query.entities }
}
