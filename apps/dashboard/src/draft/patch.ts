/** JSON Merge Patch (RFC 7396): objects merge, lists replace, null restores the default. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Document = { [key: string]: Json }
export type Patch = Document

export function applyPatch(document: Document, patch: Patch): Document {
  const result: Document = { ...document }
  for (const [key, value] of Object.entries(patch)) {
    const before = result[key]
    if (value === null) delete result[key]
    else result[key] = isDocument(value) ? applyPatch(isDocument(before) ? before : {}, value) : value
  }
  return result
}

/** Returns one patch with the effect of `first` followed by `second`. */
export function combinePatches(first: Patch, second: Patch): Patch {
  const result: Patch = { ...first }
  for (const [key, value] of Object.entries(second)) {
    const before = result[key]
    result[key] = isDocument(value) && isDocument(before) ? combinePatches(before, value) : value
  }
  return result
}

/** Removes values that the document already has, so that an edit and its reversal leave an empty patch. */
export function prunePatch(document: Document, patch: Patch): Patch {
  const result: Patch = {}
  for (const [key, value] of Object.entries(patch)) {
    const before = document[key]
    if (isDocument(value) && isDocument(before)) {
      const inner = prunePatch(before, value)
      if (Object.keys(inner).length > 0) result[key] = inner
    } else if (!(value === null && before === undefined) && !isEqual(value, before)) result[key] = value
  }
  return result
}

export function isDocument(value: Json | undefined): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isEqual(one, b[index]))
  if (!isDocument(a) || !isDocument(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => name in b && isEqual(a[name], b[name]))
}
