/** A copy of the value with every place the path leads to mapped; `*` is every entry of a list. Where it leads nowhere, nothing changes. */
export function mapAt(value: unknown, path: readonly string[], map: (inner: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return map(value)
  if (key === '*') return Array.isArray(value) ? value.map((entry) => mapAt(entry, rest, map)) : value
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !(key in value)) return value
  return { ...value, [key]: mapAt((value as Record<string, unknown>)[key], rest, map) }
}
