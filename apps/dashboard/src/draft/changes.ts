/** Compares two configurations item by item: a list of rules is compared rule by rule, not as one value. */
import { type Document, isDocument, isEqual, type Json } from './patch.ts'

export interface Change {
  /** Property names; within a list, the id of the item: ['search', 'rules', 'summer-sale']. */
  path: string[]
  before: Json | undefined
  after: Json | undefined
}

export function listChanges(before: Document, after: Document, path: string[] = []): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => compare(before[name], after[name], [...path, name]))
}

function compare(before: Json | undefined, after: Json | undefined, path: string[]): Change[] {
  if (isEqual(before, after)) return []
  if (isDocument(before) && isDocument(after) && path.length < 3) return listChanges(before, after, path)
  if (Array.isArray(before) && Array.isArray(after)) {
    const items = compareLists(before, after, path)
    if (items.length > 0) return items
  }
  return [{ path, before, after }]
}

/** Compares items of the same name. The result is empty if only the order differs. */
function compareLists(before: Json[], after: Json[], path: string[]): Change[] {
  const was = byName(before)
  const is = byName(after)
  const names = [...new Set([...was.keys(), ...is.keys()])]
  return names
    .filter((name) => !isEqual(was.get(name), is.get(name)))
    .map((name) => ({ path: [...path, name], before: was.get(name), after: is.get(name) }))
}

function byName(items: Json[]): Map<string, Json> {
  return new Map(items.map((item) => [nameOf(item), item]))
}

/** Prefers an item's id to its title, because an id does not change when somebody edits the item. */
export function nameOf(item: Json): string {
  if (Array.isArray(item)) return item.map(nameOf).join(', ')
  if (!isDocument(item)) return String(item)
  if ('from' in item && 'to' in item) return `${nameOf(item.from ?? '')} → ${nameOf(item.to ?? '')}`
  return String(item.id ?? item.key ?? item.handle ?? JSON.stringify(item))
}
