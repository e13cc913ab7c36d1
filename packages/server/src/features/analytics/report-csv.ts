export function reportCsv(report: object): string {
  const rows = rowsOf(report)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => (row as Record<string, unknown>)[column]))]
  return lines
    .map((line) => line.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n')
}

/** Returns the main list of a report, whatever its name; if it has none, its totals. */
function rowsOf(report: object): object[] {
  const parts = report as Record<string, unknown>
  const list = ['rows', 'days', 'orders', 'experiences', 'paths', 'devices']
    .map((name) => parts[name])
    .find(Array.isArray)
  if (list) return list as object[]
  return [(parts.totals as object | undefined) ?? (parts.total as object | undefined) ?? {}]
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // A formula in a shopper's query must stay text in a spreadsheet.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
