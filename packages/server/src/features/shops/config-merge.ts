/** Three-way merge. If both sides changed a field or list entry differently, it is reported and `mine` is taken. */
import { isSame, membersOf } from './config-diff.ts'

type Path = (string | number)[]

export interface MergeConflict {
  path: Path
  base: unknown
  mine: unknown
  theirs: unknown
}

export interface Merged {
  merged: unknown
  conflicts: MergeConflict[]
}

/** The order of these lists does not matter, so both sides may add to them. */
const SETS = new Set(['synonyms', 'stop_words'])

export function mergeConfigs(base: unknown, mine: unknown, theirs: unknown): Merged {
  const conflicts: MergeConflict[] = []
  return { merged: merge({ base, mine, theirs, path: [] }, conflicts), conflicts }
}

interface Sides {
  base: unknown
  mine: unknown
  theirs: unknown
  path: Path
}

function merge(sides: Sides, conflicts: MergeConflict[]): unknown {
  const { base, mine, theirs, path } = sides
  if (isSame(base, mine) || isSame(mine, theirs)) return theirs
  if (isSame(base, theirs)) return mine
  if (SETS.has(String(path.at(-1))) && Array.isArray(mine) && Array.isArray(theirs))
    return mergeSets(Array.isArray(base) ? base : [], mine, theirs)
  const [left, right] = [membersOf(mine), membersOf(theirs)]
  if (left && right && left.kind === right.kind) {
    const merged = mergeMembers(sides, left.members, right.members, conflicts)
    return left.kind === 'list' ? [...merged.values()] : Object.fromEntries(merged)
  }
  conflicts.push({ path, base: base ?? null, mine: mine ?? null, theirs: theirs ?? null })
  return mine
}

/** Keeps the order of `theirs`, then adds new entries of `mine`. */
function mergeMembers(
  { base, path }: Sides,
  mine: Map<string | number, unknown>,
  theirs: Map<string | number, unknown>,
  conflicts: MergeConflict[],
): Map<string | number, unknown> {
  const before = membersOf(base)?.members ?? new Map<string | number, unknown>()
  const merged = new Map<string | number, unknown>()
  for (const key of new Set([...theirs.keys(), ...mine.keys()])) {
    const sides = { base: before.get(key), mine: mine.get(key), theirs: theirs.get(key), path: [...path, key] }
    const value = merge(sides, conflicts)
    if (value !== undefined) merged.set(key, value)
  }
  return merged
}

function mergeSets(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] {
  const has = (list: unknown[], one: unknown) => list.some((other) => isSame(one, other))
  const kept = theirs.filter((one) => has(mine, one) || !has(base, one))
  return [...kept, ...mine.filter((one) => !has(base, one) && !has(theirs, one))]
}
