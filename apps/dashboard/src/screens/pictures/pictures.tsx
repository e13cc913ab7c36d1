import { useQuery } from '@tanstack/react-query'
import type { EmbeddingState } from '@vitrine/client/admin'
import { useFormat } from '../../format/use-format.ts'
import { ProductName } from '../../products/product-name.tsx'
import { useProductsById } from '../../products/use-products.ts'
import { Link, path } from '../../router.ts'
import { useApi } from '../../session/session.tsx'
import { Bar, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'
import { TryPicture } from './try-picture.tsx'
import { TrySentence } from './try-sentence.tsx'

export function Pictures() {
  const { t } = useWords()
  const api = useApi()
  const state = useQuery({ queryKey: [api.shop, 'embedding'], queryFn: () => api.embedding() })
  return (
    <Page title={t('nav.pictures')} about={t('pictures.about')}>
      <div className="stack">
        <Loaded query={state}>{({ spaces }) => <Coverage spaces={spaces} />}</Loaded>
        <div className="grid">
          <Card className="span-6" title={t('pictures.tryPicture')} about={t('pictures.tryPictureAbout')}>
            <TryPicture />
          </Card>
          <Card className="span-6" title={t('pictures.trySentence')} about={t('pictures.trySentenceAbout')}>
            <TrySentence />
          </Card>
        </div>
        {(state.data?.failures.length ?? 0) > 0 && <Failures failures={state.data!.failures} />}
      </div>
    </Page>
  )
}

function Coverage({ spaces }: Pick<EmbeddingState, 'spaces'>) {
  const { t, count } = useWords()
  const format = useFormat()
  if (spaces.length === 0) return <EmptyState title={t('pictures.off')}>{t('pictures.offAbout')}</EmptyState>
  return (
    <dl className="stats">
      {spaces.map(({ kind, space, done, total, complete }) => (
        <div key={space} className="stat">
          <dt>{t(`pictures.${kind}`)}</dt>
          <dd>{format.percent(total === 0 ? null : done / total)}</dd>
          <dd className="note">
            <Bar share={total === 0 ? 0 : done / total} />
          </dd>
          <dd className="note">
            {t('events.of', { n: format.number(done), all: format.number(total) })} ·{' '}
            {complete
              ? t(kind === 'image' && done < total ? 'pictures.withoutPicture' : 'pictures.complete')
              : count('pictures.waiting', total - done)}
          </dd>
          <dd className="note mono">{space}</dd>
        </div>
      ))}
    </dl>
  )
}

function Failures({ failures }: Pick<EmbeddingState, 'failures'>) {
  const { t } = useWords()
  const format = useFormat()
  const products = useProductsById(failures.map(({ product_id: id }) => id))
  return (
    <Card flush title={t('pictures.failed')} about={t('pictures.failedAbout')}>
      <DataTable
        caption={t('pictures.failed')}
        stacks
        rows={failures}
        rowKey={({ product_id: id, src }) => `${id} ${src}`}
        columns={[
          {
            title: t('catalog.product'),
            cell: ({ product_id: id }) => (
              <Link to={path('catalog', id)}>
                <ProductName id={id} product={products.get(id)} />
              </Link>
            ),
          },
          { title: t('pictures.address'), cell: ({ src }) => <span className="mono small">{src.slice(0, 80)}</span> },
          { title: t('events.reason'), cell: ({ reason }) => reason },
          {
            title: t('pictures.again'),
            cell: ({ retry_at: at }) => (at === null ? t('pictures.whenChanged') : format.dateTime(at)),
          },
        ]}
      />
    </Card>
  )
}
