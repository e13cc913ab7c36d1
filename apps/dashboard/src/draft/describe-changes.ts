/** Describes a publication in a few words for the history: “davenport → sofa added”, not “1 change”. */
import type { Words } from '../messages/messages.tsx'
import type { Change } from './changes.ts'
import { isDocument, type Json } from './patch.ts'

/** At most this many changes are named; the rest are only counted. */
const NAMED = 2
/** Names are cut to this many characters. They can be long, because an item without an id is named by its content. */
const MAX_NAME = 60

export function describeChanges({ t, count }: Pick<Words, 't' | 'count'>, changes: readonly Change[]): string {
  const named = changes.slice(0, NAMED).map(({ path, before, after }) => {
    const name = titleOf(after ?? before) ?? path.at(-1) ?? ''
    const what = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name
    if (before === undefined) return t('draft.said.added', { what })
    return t(after === undefined ? 'draft.said.removed' : 'draft.said.changed', { what })
  })
  const rest = changes.length - named.length
  return [...named, ...(rest > 0 ? [count('draft.said.more', rest)] : [])].join(', ')
}

/** Returns the item's title, name or search, which tell the reader of a history more than its id or its content. */
function titleOf(item: Json | undefined): string | undefined {
  if (!isDocument(item)) return undefined
  const title = item.title ?? item.name ?? item.query
  return typeof title === 'string' && title !== '' ? title : undefined
}
