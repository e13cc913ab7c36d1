/** Lists of objects with an `id` are compared by id, other lists as a whole. */
import type { ConfigDiffEntry } from '@vitrine/contract'

type Path = (string | number)[]

const MAX_ENTRIES = 500

export function diffConfigs(before: unknown, after: unknown): ConfigDiffEntry[] {
  const entries: ConfigDiffEntry[] = []
  compare(before, after, [], entries)
  return entries.slice(0, MAX_ENTRIES)
}

function compare(before: unknown, after: unknown, path: Path, entries: ConfigDiffEntry[]): void {
  if (entries.length > MAX_ENTRIES || isSame(before, after)) return
  const [left, right] = [membersOf(before), membersOf(after)]
  if (left && right && left.kind === right.kind) {
    for (const key of new Set([...left.members.keys(), ...right.members.keys()]))
      compare(left.members.get(key), right.members.get(key), [...path, key], entries)
    // If nothing else differs, only the order does.
    if (left.kind === 'list' && entries.every((entry) => !startsWith(entry.path, path)))
      entries.push({ path, kind: 'changed', from: [...left.members.keys()], to: [...right.members.keys()] })
    return
  }
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  entries.push({ path, kind, from: before ?? null, to: after ?? null })
}

function startsWith(path: readonly (string | number)[], prefix: Path): boolean {
  return prefix.every((key, i) => path[i] === key)
}

export interface Members {
  kind: 'object' | 'list'
  members: Map<string | number, unknown>
}

/** Returns the members of an object by name, or of a list by id; undefined for a value that is compared as a whole. */
export function membersOf(value: unknown): Members | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return { kind: 'object', members: new Map(Object.entries(value)) }
  const ids = value.map((one) => (one as { id?: unknown } | null)?.id)
  const isKeyed = ids.every((id) => typeof id === 'string' || typeof id === 'number')
  if (!isKeyed || new Set(ids).size !== ids.length) return undefined
  return { kind: 'list', members: new Map(value.map((one, i) => [ids[i] as string | number, one])) }
}

/** True if two JSON values are equal. The order of keys does not matter. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), b as Record<string, unknown>]
  return (
    left.length === Object.keys(b).length && left.every(([key, value]) => key in right && isSame(value, right[key]))
  )
}
