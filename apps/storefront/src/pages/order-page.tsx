import { OrderLines } from '../components/order-lines.tsx'
import { Sections } from '../components/sections.tsx'
import { Link } from '../router.ts'
import { lastOrder } from '../shop/order.ts'
import { useTitle } from '../shop/use-title.ts'
import { fill, useWords } from '../shop/words.ts'

export function OrderPage({ number }: { number: string }) {
  const words = useWords()
  useTitle(words.thanks)
  const order = lastOrder.use()
  const lines = order.number === number ? order.lines : []
  return (
    <div className="page">
      <div className="thanks">
        <h1>{words.thanks}</h1>
        <p>{fill(words.orderDone, number)}</p>
        {lines.length > 0 && <OrderLines lines={lines} />}
        <p className="thanks-links">
          <Link to="/" className="button">
            {words.keepLooking}
          </Link>
          <Link to="/returns">{words.sendBack}</Link>
        </p>
      </div>
      <Sections request={{ pageType: 'order_status', cartProductIds: lines.map((line) => line.productId) }} />
    </div>
  )
}
