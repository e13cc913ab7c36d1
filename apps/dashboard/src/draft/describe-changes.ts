/** Describes a publication for the history: “davenport → sofa added” instead of “1 change”. */
import type { Words } from '../messages/messages.tsx'
import type { Change } from './changes.ts'
import { isDocument, type Json } from './patch.ts'

/** Maximum number of changes that are named; the others are counted. */
const MAX_NAMED = 2
/** Maximum length of a name. An item without an id is named by its content, which can be long. */
const MAX_NAME = 60

export function describeChanges({ t, count }: Pick<Words, 't' | 'count'>, changes: readonly Change[]): string {
  const named = changes.slice(0, MAX_NAMED).map(({ path, before, after }) => {
    const name = titleOf(after ?? before) ?? path.at(-1) ?? ''
    const what = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name
    if (before === undefined) return t('draft.said.added', { what })
    return t(after === undefined ? 'draft.said.removed' : 'draft.said.changed', { what })
  })
  const rest = changes.length - named.length
  return [...named, ...(rest > 0 ? [count('draft.said.more', rest)] : [])].join(', ')
}

function titleOf(item: Json | undefined): string | undefined {
  if (!isDocument(item)) return undefined
  const title = item.title ?? item.name ?? item.query
  return typeof title === 'string' && title !== '' ? title : undefined
}
