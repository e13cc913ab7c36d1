import { OrderLines } from '../components/order-lines.tsx'
import { Sections } from '../components/sections.tsx'
import { Link } from '../router.tsx'
import { lastOrder } from '../shop/order.ts'
import { useTitle } from '../shop/use-title.ts'
import { useWords } from '../shop/words.ts'

export function OrderPage({ number }: { number: string }) {
  const words = useWords()
  useTitle(words.thanks)
  const order = lastOrder.use()
  const lines = order.number === number ? order.lines : []
  return (
    <div className="page">
      <div className="thanks">
        <h1>{words.thanks}</h1>
        <p>
          Order <b>{number}</b> is complete. The analytics of the admin API now show it, with what led to it.
        </p>
        {lines.length > 0 && <OrderLines lines={lines} />}
        <p className="thanks-links">
          <Link to="/" className="button">
            Keep looking
          </Link>
          <Link to="/returns">Send something back</Link>
        </p>
      </div>
      <Sections request={{ pageType: 'order_status', cartProductIds: lines.map((line) => line.productId) }} />
    </div>
  )
}
