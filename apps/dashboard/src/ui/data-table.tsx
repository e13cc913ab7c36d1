import type { ReactNode } from 'react'
import { useWords } from '../messages/messages.tsx'

export interface Column<Row> {
  title: string
  /** The title is only for screen readers. */
  untitled?: boolean
  cell: (row: Row) => ReactNode
  number?: boolean
  /** Hidden on a phone. */
  lessImportant?: boolean
}

interface DataTableProps<Row> {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  actions?: (row: Row) => ReactNode
  empty?: ReactNode
  /** On a phone, each row becomes a list of its cells, so that none is off-screen. */
  stacks?: boolean
}

export function DataTable<Row>({
  caption,
  columns: dataColumns,
  rows,
  rowKey,
  actions,
  empty,
  stacks,
}: DataTableProps<Row>) {
  const { t } = useWords()
  if (rows.length === 0 && empty) return empty
  const columns = actions
    ? [...dataColumns, { title: t('common.actions'), untitled: true, number: true, cell: actions }]
    : dataColumns
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="table-wrap" tabIndex={0} aria-label={caption}>
      <table className={stacks ? 'stacks' : undefined}>
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
              {columns.map((column, index) => {
                const content = column.cell(row)
                const className = classOf(column, content)
                if (index === 0)
                  return (
                    <th key={column.title} scope="row" className={className}>
                      {content}
                    </th>
                  )
                return (
                  <td key={column.title} className={className}>
                    {stacks && !column.untitled && <span className="cell-title">{column.title}</span>}
                    {stacks ? <span>{content}</span> : content}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function classOf<Row>({ number, lessImportant }: Column<Row>, content?: ReactNode): string | undefined {
  const isEmpty = content === null || content === false
  const names = [number && 'number', lessImportant && 'less-important', isEmpty && 'nothing']
  return names.filter(Boolean).join(' ') || undefined
}

export function Bar({ share, second }: { share: number; second?: boolean }) {
  return (
    <span className={`bar ${second ? 'second' : ''}`} aria-hidden="true">
      <span style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
    </span>
  )
}
