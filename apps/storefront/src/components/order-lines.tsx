import type { CartLine } from '../shop/cart.ts'
import { formatMoney } from '../shop/market.ts'
import { pictureAt } from '../shop/picture-size.ts'

export function OrderLines({ lines }: { lines: readonly CartLine[] }) {
  return (
    <ul className="order-lines">
      {lines.map((line) => (
        <li key={line.variantId}>
          {line.imageUrl && <img {...pictureAt(line.imageUrl, 80)} alt="" width={56} height={56} />}
          <span>
            {line.quantity} × {line.title}
            <small>{line.variantTitle === 'Default Title' ? '' : line.variantTitle}</small>
          </span>
          <b>{formatMoney(line.price * line.quantity, line.currency)}</b>
        </li>
      ))}
    </ul>
  )
}
