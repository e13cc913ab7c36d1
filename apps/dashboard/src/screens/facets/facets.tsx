import type { ShopConfigInput } from '@vitrine/client/admin'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useDraft } from '../../draft/draft.tsx'
import { useAutomatic } from '../../draft/use-effective.ts'
import type { Json } from '../../draft/patch.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMayEdit } from '../../session/session.tsx'
import { AutomaticNote } from '../../ui/automatic-note.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Check } from '../../ui/field.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { ReportActions } from '../../ui/report-actions.tsx'
import { ALL_FILTERS, useReportFilter } from '../../ui/report-filters.tsx'
import { useWords } from '../../messages/messages.tsx'

export function Facets() {
  const { t } = useWords()
  const { config, edit } = useDraft()
  const automatic = useAutomatic('filters')
  const filters = (automatic ? automatic.found.filters : config.filters) ?? []
  const trees = (automatic ? automatic.found.filter_trees : config.filter_trees) ?? []
  const setFilters = (next: Filter[]) => edit({ filters: next as Json })
  const setTree = (tree: Tree) => edit({ filter_trees: trees.map((one) => (one.id === tree.id ? tree : one)) as Json })
  return (
    <Page
      title={t('nav.facets')}
      about={t('facets.about')}
      actions={<ReportActions report="filters" filters={ALL_FILTERS} />}
    >
      <div className="stack">
        {automatic && <AutomaticNote onTakeOver={automatic.takeOver}>{t('facets.automatic')}</AutomaticNote>}
        <Card flush title={t('facets.all')}>
          {filters.length === 0 ? (
            <EmptyState title={t('facets.none')}>{t('facets.noneAbout')}</EmptyState>
          ) : (
            <FilterTable filters={filters} onChange={automatic ? undefined : setFilters} />
          )}
        </Card>
        <div className="trees">
          {trees.map((tree) => (
            <TreeCard key={tree.id} tree={tree} filters={filters} onChange={automatic ? undefined : setTree} />
          ))}
        </div>
      </div>
    </Page>
  )
}

interface FilterTableProps {
  filters: Filter[]
  /** If absent, the filters are read-only. */
  onChange?: (filters: Filter[]) => void
}

function FilterTable({ filters, onChange }: FilterTableProps) {
  const { t } = useWords()
  const format = useFormat()
  const mayEdit = useMayEdit() && onChange !== undefined
  const { now } = usePeriod()
  const report = useReport('filters', { ...now, ...useReportFilter(), limit: 250 })
  const usage = new Map(
    (report.data?.rows ?? []).map((row) => [String(row.key), Number(row.uses ?? row.selections ?? 0)]),
  )
  const most = Math.max(1, ...usage.values())
  const change = (filter: Filter, more: Partial<Filter>) =>
    onChange?.(filters.map((one) => (one.id === filter.id ? { ...one, ...more } : one)))
  return (
    <DataTable
      caption={t('facets.all')}
      rows={filters}
      rowKey={(filter) => filter.id}
      columns={[
        {
          title: t('facets.title'),
          cell: (filter) => (
            <input
              className="input"
              aria-label={t('facets.titleOf', { key: filter.key })}
              value={filter.title}
              disabled={!mayEdit}
              onChange={(event) => change(filter, { title: event.target.value })}
            />
          ),
        },
        {
          title: t('facets.attribute'),
          lessImportant: true,
          cell: (filter) => (
            <>
              {t(`facets.attribute.${filter.attribute_type}`)} <span className="soft">{filter.attribute}</span>
            </>
          ),
        },
        {
          title: t('facets.uses'),
          number: true,
          cell: (filter) => (report.data ? format.number(usage.get(filter.key) ?? 0) : '…'),
        },
        {
          title: t('facets.usesShare'),
          untitled: true,
          lessImportant: true,
          cell: (filter) => (
            <span className="bar">
              <span style={{ width: `${((usage.get(filter.key) ?? 0) / most) * 100}%` }} />
            </span>
          ),
        },
        {
          title: t('facets.visible'),
          cell: (filter) => (
            <Check
              isChecked={filter.visible !== false}
              disabled={!mayEdit}
              onChange={(visible) => change(filter, { visible })}
            >
              <span className="hidden">{t('facets.visibleOf', { title: filter.title })}</span>
            </Check>
          ),
        },
      ]}
    />
  )
}

interface TreeCardProps {
  tree: Tree
  filters: Filter[]
  onChange?: (tree: Tree) => void
}

function TreeCard({ tree, filters, onChange }: TreeCardProps) {
  const { t } = useWords()
  const mayEdit = useMayEdit() && onChange !== undefined
  const titleOf = (id: number) => filters.find((one) => one.id === id)?.title ?? String(id)
  const set = (ids: number[]) => onChange?.({ ...tree, filters: ids })
  const unused = filters.filter(({ id }) => !tree.filters.includes(id))
  return (
    <Card
      title={tree.title}
      about={t(tree.is_default ? `facets.default.${tree.target_page}` : 'facets.special')}
      actions={
        mayEdit &&
        unused.length > 0 && (
          <select
            className="input"
            aria-label={t('facets.addTo', { title: tree.title })}
            value=""
            onChange={(event) => set([...tree.filters, Number(event.target.value)])}
          >
            <option value="">{t('facets.add')}</option>
            {unused.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )
      }
    >
      <ol className="order">
        {tree.filters.map((id, index) => (
          <li key={id}>
            <span className="grow">{titleOf(id)}</span>
            {mayEdit && (
              <>
                <Button
                  small
                  kind="plain"
                  icon="up"
                  disabled={index === 0}
                  aria-label={t('facets.up', { title: titleOf(id) })}
                  onClick={() => set(moved(tree.filters, index, index - 1))}
                />
                <Button
                  small
                  kind="plain"
                  icon="down"
                  disabled={index === tree.filters.length - 1}
                  aria-label={t('facets.down', { title: titleOf(id) })}
                  onClick={() => set(moved(tree.filters, index, index + 1))}
                />
                <Button
                  small
                  kind="plain"
                  icon="close"
                  aria-label={t('common.removeNamed', { name: titleOf(id) })}
                  onClick={() => set(tree.filters.filter((one) => one !== id))}
                />
              </>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

type Filter = NonNullable<ShopConfigInput['filters']>[number]
type Tree = NonNullable<ShopConfigInput['filter_trees']>[number]

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = list.slice()
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
