import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Move, PreviewAs, ServedSectionView } from '@vitrine/client/admin'
import { useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import { useAutomatic } from '../../draft/use-effective.ts'
import type { Json } from '../../draft/patch.ts'
import { FormerPlace } from '../../products/former-place.tsx'
import { small } from '../../products/product-name.tsx'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { AutomaticNote } from '../../ui/automatic-note.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { en } from '../../messages/en.ts'
import { useWords, type WordKey, type Words } from '../../messages/messages.tsx'
import { ViewAs } from '../workbench/view-as.tsx'
import { newSection, pagesOf, type Section } from './section.ts'
import { SectionDialog } from './section-dialog.tsx'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { Stat } from '../../ui/stat.tsx'

export function Sections() {
  const { t } = useWords()
  const { config, edit } = useDraft()
  const mayEdit = useMayEdit()
  const automatic = useAutomatic('sections')
  const sections = (automatic ? automatic.found.sections : config.sections) ?? []
  const pages = pagesOf(sections)
  const page = useTab(pages)
  const [as, setAs] = useState<PreviewAs>({})
  const [editing, setEditing] = useState<Section | null>(null)
  const save = (section: Section) => {
    const known = sections.some(({ id }) => id === section.id)
    const next = known ? sections.map((one) => (one.id === section.id ? section : one)) : [...sections, section]
    edit({ sections: next as Json })
    setEditing(null)
  }
  return (
    <Page
      title={t('nav.sections')}
      about={t('sections.about')}
      actions={
        mayEdit &&
        !automatic && (
          <Button icon="plus" kind="primary" onClick={() => setEditing(newSection(sections, page))}>
            {t('sections.new')}
          </Button>
        )
      }
    >
      <Tabs label={t('sections.pages')} current={page} tabs={pages.map((key) => ({ key, label: t(`page.${key}`) }))} />
      <div className="stack">
        {automatic && <AutomaticNote onTakeOver={automatic.takeOver}>{t('sections.automatic')}</AutomaticNote>}
        <Card>
          <ViewAs as={as} onChange={setAs} />
        </Card>
        <Exposure />
        <PageSections page={page} as={as} sections={sections} onEdit={mayEdit && !automatic ? setEditing : undefined} />
      </div>
      {editing && <SectionDialog section={editing} onSave={save} onClose={() => setEditing(null)} />}
    </Page>
  )
}

interface PageSectionsProps {
  page: Section['page_types'][number]
  as: PreviewAs
  sections: readonly Section[]
  onEdit?: (section: Section) => void
}

function PageSections({ page, as, sections, onEdit }: PageSectionsProps) {
  const { t } = useWords()
  const api = useApi()
  const { patch } = useDraft()
  // Product and cart pages need an example: the most viewed product, or any product if none was viewed.
  const example = useQuery({
    queryKey: [api.shop, 'example-product'],
    queryFn: async () =>
      (await api.report('products', { limit: 1 })).rows[0]?.product_id ??
      (await api.products({ limit: 1 })).products[0]?.id ??
      null,
  })
  const product_id = page === 'product' || page === 'cart' ? (example.data ?? undefined) : undefined
  const request = {
    page_type: page,
    explain: true,
    product_id,
    cart_product_ids: page === 'cart' && product_id ? [product_id] : [],
    patch,
    as,
  }
  const preview = useQuery({
    queryKey: [api.shop, 'preview-sections', request],
    queryFn: ({ signal }) => api.previewSections(request, signal),
    enabled: example.isFetched,
    placeholderData: keepPreviousData,
  })
  const configured = sections.filter(({ page_types }) => page_types.includes(page))
  return (
    <Loaded query={preview}>
      {({ live, draft, moves }) => (
        <div className="stack">
          {configured.length === 0 && <EmptyState title={t('sections.none')}>{t('sections.noneAbout')}</EmptyState>}
          {configured
            .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
            .map((section) => (
              <SectionCard
                key={section.id}
                section={section}
                served={draft.sections.find(({ id }) => id === section.id)}
                moves={moves.filter((move) => move.section_id === section.id)}
                before={live.sections.find(({ id }) => id === section.id)?.products ?? []}
                onEdit={onEdit}
              />
            ))}
        </div>
      )}
    </Loaded>
  )
}

/** Lists the recommendation steps that supplied the products, with the number from each. */
function stepsOf({ t }: Pick<Words, 't'>, { products }: ServedSectionView): string {
  const counts = Map.groupBy(products, ({ explanation }) => explanation?.step ?? '–')
  const wordOf = (step: string) => (`step.${step}` in en ? t(`step.${step}` as WordKey) : step.replaceAll('_', ' '))
  return [...counts].map(([step, found]) => `${wordOf(step)} (${found.length})`).join(', ')
}

interface SectionCardProps {
  section: Section
  served: ServedSectionView | undefined
  /** Products that the draft adds, moves or removes. */
  moves: readonly Move[]
  before: ServedSectionView['products']
  onEdit?: (section: Section) => void
}

function SectionCard({ section, served, moves, before, onEdit }: SectionCardProps) {
  const { t } = useWords()
  const gone = before.filter(({ product_id: id }) => moves.some((move) => move.product_id === id && move.to === null))
  const status = section.status ?? 'active'
  return (
    <Card
      title={section.title}
      about={`${t(`recommendation.${section.type}`)}${section.variant ? ` · ${t('workbench.variant')} ${section.variant}` : ''}`}
      actions={
        <>
          {status !== 'active' && <span className="badge warn">{t(`sections.status.${status}`)}</span>}
          {onEdit && (
            <Button small aria-label={t('sections.editOf', { title: section.title })} onClick={() => onEdit(section)}>
              {t('common.edit')}
            </Button>
          )}
        </>
      }
    >
      {served ? (
        <>
          <p className="soft small">{t('sections.filledBy', { steps: stepsOf({ t }, served) })}</p>
          <ul className="shelf">
            {served.products.map((product) => (
              <li key={product.product_id}>
                {product.image.url ? (
                  <img src={small(product.image.url)} alt="" loading="lazy" />
                ) : (
                  <span className="thumb" />
                )}
                <span className="small">{product.title}</span>
                <FormerPlace move={moves.find((move) => move.product_id === product.product_id)} />
              </li>
            ))}
          </ul>
          {gone.length > 0 && (
            <p className="soft small">{t('sections.gone', { products: gone.map(({ title }) => title).join(', ') })}</p>
          )}
        </>
      ) : (
        <p className="soft small">{t('sections.notShown')}</p>
      )}
    </Card>
  )
}

function Exposure() {
  const { t } = useWords()
  const format = useFormat()
  const report = useReport('exposure', usePeriod().now)
  return (
    <Loaded query={report}>
      {({ totals, catalog_products: all }) =>
        totals.lists > 0 && (
          <dl className="stats">
            <Stat
              label={t('exposure.coverage')}
              value={format.percent(totals.coverage)}
              note={t('exposure.coverageNote', { n: format.number(totals.products), all: format.number(all) })}
            />
            <Stat label={t('exposure.gini')} value={format.number(totals.gini, 2)} note={t('exposure.giniNote')} />
            <Stat
              label={t('exposure.explored')}
              value={format.percent(totals.explored_share)}
              note={t('exposure.exploredNote')}
            />
          </dl>
        )
      }
    </Loaded>
  )
}
