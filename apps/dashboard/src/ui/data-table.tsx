/** A table of rows: columns say how a cell is drawn. The first column is the row's heading. */
import type { ReactNode } from 'react'

export interface Column<Row> {
  title: string
  /** The title is read aloud only. */
  untitled?: boolean
  cell: (row: Row) => ReactNode
  number?: boolean
  /** Left out on a phone. */
  lessImportant?: boolean
}

interface DataTableProps<Row> {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const classOf = ({ number, lessImportant }: Column<Row>) =>
    [number ? 'number' : '', lessImportant ? 'less-important' : ''].filter(Boolean).join(' ') || undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="table-wrap" tabIndex={0} aria-label={caption}>
      <table>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.untitled ? <span className="hidden">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.title} scope="row" className={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.title} className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function Bar({ share, second }: { share: number; second?: boolean }) {
  return (
    <span className={`bar ${second ? 'second' : ''}`} aria-hidden="true">
      <span style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
    </span>
  )
}
