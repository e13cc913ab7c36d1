/** Bytes of all typed arrays in a piece of plain data. */
export function byteLengthOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (value instanceof Map) return [...value.values()].reduce((sum: number, part) => sum + byteLengthOf(part), 0)
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce((sum: number, part) => sum + byteLengthOf(part), 0)
}
