export interface ListState {
  query: string
  selections: Record<string, string[]>
  /** Constraints that the shopper removed, as written in the query. A new query starts without any. */
  ignore: string[]
  sortBy: string
  page: number
}

const PREFIX = 'f.'

export function readListState(query: URLSearchParams): ListState {
  const selections: Record<string, string[]> = {}
  for (const [name, value] of query) {
    if (name.startsWith(PREFIX))
      selections[name.slice(PREFIX.length)] = [...(selections[name.slice(PREFIX.length)] ?? []), value]
  }
  return {
    query: query.get('q') ?? '',
    selections,
    ignore: query.getAll('ignore'),
    sortBy: query.get('sort') ?? 'relevance',
    page: Math.max(1, Number(query.get('page')) || 1),
  }
}

export function writeListState(state: ListState): string {
  const query = new URLSearchParams()
  if (state.query !== '') query.set('q', state.query)
  for (const [key, values] of Object.entries(state.selections))
    for (const value of values) query.append(PREFIX + key, value)
  for (const text of state.ignore) query.append('ignore', text)
  if (state.sortBy !== 'relevance') query.set('sort', state.sortBy)
  if (state.page > 1) query.set('page', String(state.page))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export function withQuery(state: ListState, query: string): ListState {
  return { ...state, query, ignore: [], page: 1 }
}

export function withIgnored(state: ListState, text: string): ListState {
  return { ...state, ignore: [...state.ignore.filter((one) => one !== text), text], page: 1 }
}

export interface Understood {
  text: string
  filter: { key: string; value: string[] } | null
  held: string
}

/** Turns the query's constraints on a facet into selections, so that a shopper can change them in the facet. */
export function withUnderstood(state: ListState, key: string, understood: readonly Understood[]): ListState {
  const held = understood.filter(
    ({ filter, held, text }) => filter?.key === key && held === 'filter' && !state.ignore.includes(text),
  )
  return held.reduce((next, { text, filter }) => {
    const values = new Set([...(next.selections[key] ?? []), ...(filter?.value ?? [])])
    return withSelection(withIgnored(next, text), key, [...values])
  }, state)
}

export function toggleValue(state: ListState, key: string, value: string): ListState {
  const former = state.selections[key] ?? []
  const next = former.includes(value) ? former.filter((one) => one !== value) : [...former, value]
  return withSelection(state, key, next)
}

export function withSelection(state: ListState, key: string, values: string[]): ListState {
  const { [key]: _former, ...others } = state.selections
  return { ...state, page: 1, selections: values.length === 0 ? others : { ...others, [key]: values } }
}

export function appliedFilters(state: ListState): { key: string; value: string[] }[] {
  return Object.entries(state.selections).map(([key, value]) => ({ key, value }))
}
