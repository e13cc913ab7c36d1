/** Describes a publication for the history: “davenport → sofa added” instead of “1 change”. */
import type { Words } from '../messages/messages.tsx'
import type { Change } from './changes.ts'
import { isDocument } from './patch.ts'

/** Maximum number of changes that are named; the others are counted. */
const MAX_NAMED = 2
/** Maximum length of a name. An item without an id is named by its content, which can be long. */
const MAX_NAME = 60

export function describeChanges({ t, count }: Pick<Words, 't' | 'count'>, changes: readonly Change[]): string {
  const named = changes.slice(0, MAX_NAMED).map((change) => {
    const { before, after } = change
    const what = nameOfChange(change, t)
    if (before === undefined) return t('draft.said.added', { what })
    return t(after === undefined ? 'draft.said.removed' : 'draft.said.changed', { what })
  })
  const rest = changes.length - named.length
  return [...named, ...(rest > 0 ? [count('draft.said.more', rest)] : [])].join(', ')
}

/** An item's title, name or search tells a reader more than its id or its content. */
export function nameOfChange({ path, before, after }: Change, t: Words['t']): string {
  const item = after ?? before
  const { title, name, query, when = null } = isDocument(item) ? item : {}
  const rule = isDocument(when) && typeof when.query === 'string' && t('draft.said.rule', { query: when.query })
  const known = title || name || query || rule
  const full = typeof known === 'string' ? known : (path.at(-1) ?? '')
  return full.length > MAX_NAME ? `${full.slice(0, MAX_NAME)}…` : full
}
