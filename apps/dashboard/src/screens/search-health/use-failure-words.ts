import { useWords } from '../../messages/messages.tsx'
import type { Failing } from './search-health.tsx'

export function useFailureWords(): (failing: Failing) => string {
  const { t } = useWords()
  return ({ query, cause, about }) => {
    const why = cause === 'word_unknown' && about.to == null ? 'only_near' : cause
    return t(`health.why.${why}` as 'health.why.typo', {
      query,
      to: about.to ?? '',
      words: (about.words ?? []).join(', '),
      total: String(about.total ?? 0),
    })
  }
}
