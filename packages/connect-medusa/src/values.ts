/** A row of Medusa's untyped graph. */
export type Row = Record<string, unknown>

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function rowsIn(value: unknown): Row[] {
  return (Array.isArray(value) ? value : [value]).filter(isRow)
}

export function rowOf(value: unknown): Row {
  return isRow(value) ? value : {}
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Accepts a number, a string, or one of Medusa's big numbers (`{value: "10"}`). */
export function numberOf(value: unknown): number | undefined {
  const plain = isRow(value) ? (value.numeric ?? value.value) : value
  const number = typeof plain === 'number' || typeof plain === 'string' ? Number(plain) : Number.NaN
  return plain !== '' && Number.isFinite(number) ? number : undefined
}

export function timeOf(value: unknown): string | undefined {
  return value instanceof Date ? value.toISOString() : textOf(value)
}
