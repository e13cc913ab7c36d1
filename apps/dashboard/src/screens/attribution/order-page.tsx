/** Shows which touches preceded each line of an order, and the share of revenue attributed to each touch. */
import type { OrderLine, TimelineTouch } from '@vitrine/client/admin'
import { useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { ProductName } from '../../products/product-name.tsx'
import { useProductsById } from '../../products/use-products.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'
import { surfaceName } from '../today/surfaces.tsx'

export function OrderPage({ id }: { id: string }) {
  const { t } = useWords()
  const format = useFormat()
  const report = useReport('orders', { key: id })
  return (
    <Page
      title={t('attribution.orderTitle', { id })}
      up={{ to: '/attribution', label: t('nav.attribution') }}
      about={report.data?.orders[0] && format.dateTime(report.data.orders[0].at)}
    >
      <Loaded query={report}>
        {({ orders: [order] }) =>
          order === undefined ? (
            <EmptyState title={t('attribution.unknownOrder')} />
          ) : (
            <div className="stack">
              {order.lines.map((line) => (
                <Line key={line.product_id} line={line} orderedAt={order.at} currency={order.currency} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

interface LineProps {
  line: OrderLine
  orderedAt: string
  currency: string
}

function Line({ line, orderedAt, currency }: LineProps) {
  const { t } = useWords()
  const format = useFormat()
  const products = useProductsById([line.product_id])
  const touches = line.touches ?? []
  return (
    <Card
      title={<ProductName id={line.product_id} product={products.get(line.product_id)} />}
      actions={
        <span>
          {format.number(line.quantity)} × · <strong>{format.money(line.amount, currency)}</strong>
        </span>
      }
    >
      {touches.length === 0 ? (
        <p className="soft">{t('attribution.noTouch')}</p>
      ) : (
        <ol className="timeline">
          {timelineOf(line).map((step) =>
            isTouch(step) ? (
              <Touch key={step.event_id} touch={step} orderedAt={orderedAt} currency={currency} />
            ) : (
              <li key={step.event_id}>
                <strong>{t('attribution.addedToCart')}</strong> <span className="soft">{format.dateTime(step.at)}</span>
              </li>
            ),
          )}
          <li className="end">
            <strong>{t('attribution.ordered')}</strong> <span className="soft">{format.dateTime(orderedAt)}</span>
          </li>
        </ol>
      )}
    </Card>
  )
}

type Step = TimelineTouch | { at: string; event_id: string }

function isTouch(step: Step): step is TimelineTouch {
  return 'touch' in step
}

function timelineOf({ touches = [], carts = [] }: OrderLine): Step[] {
  return [...touches, ...carts].sort((a, b) => a.at.localeCompare(b.at))
}

interface TouchProps {
  touch: TimelineTouch
  orderedAt: string
  currency: string
}

function Touch({ touch, orderedAt, currency }: TouchProps) {
  const { t } = useWords()
  const format = useFormat()
  const isLast = touch.models.includes('last')
  const isFirst = touch.models.includes('first')
  return (
    <li className={isLast ? 'won' : undefined}>
      <div className="row">
        <strong>{t(`attribution.touch.${touch.touch}`)}</strong>
        <span className="badge accent">{surfaceName(t, touch.surface)}</span>
        {isLast && <span className="badge good">{t('attribution.getsLast')}</span>}
        {isFirst && <span className="badge">{t('attribution.getsFirst')}</span>}
        {touch.models.includes('linear') && (
          <span className="soft small">
            {t('attribution.linearShare', { amount: format.money(touch.amount, currency) })}
          </span>
        )}
        {touch.lost && <span className="soft small">{t(`attribution.lost.${touch.lost}`)}</span>}
      </div>
      <div className="small soft">
        {[
          format.dateTime(touch.at),
          t('attribution.before', { age: format.duration(Date.parse(orderedAt) - Date.parse(touch.at)) }),
          touch.served_at && t('attribution.servedAt', { at: format.dateTime(touch.served_at) }),
          touch.query && `“${touch.query}”`,
          touch.section && t('attribution.section', { section: touch.section }),
          touch.position !== null && t('attribution.position', { position: touch.position }),
          touch.variant,
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </li>
  )
}
