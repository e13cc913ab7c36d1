/** `json_to_recordset($1)` makes a table of one parameter, so that a batch is one statement. */

/** PostgreSQL rejects escapes of NUL and of lone surrogates. */
const UNREADABLE = /\\u0000|\\ud[89a-f]/i

export function jsonRows(rows: readonly object[]): string {
  const json = JSON.stringify(rows)
  return UNREADABLE.test(json) ? JSON.stringify(rows, readable) : json
}

function readable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value
}
