import { Link } from '../router.tsx'
import { type CartLine, setQuantity } from '../shop/cart.ts'
import { formatMoney } from '../shop/market.ts'
import { pictureAt } from '../shop/picture-size.ts'
import { productPath } from '../shop/product.ts'
import { Icon } from './icons.tsx'

export function CartLines({ lines }: { lines: CartLine[] }) {
  return (
    <ul className="cart-lines">
      {lines.map((line) => (
        <li key={line.variantId}>
          {line.imageUrl && <img {...pictureAt(line.imageUrl, 88)} alt="" width={88} height={88} />}
          <div>
            <Link to={productPath(line)}>{line.title}</Link>
            <small>{line.variantTitle}</small>
          </div>
          <div className="quantity">
            <button
              type="button"
              aria-label={`One less of ${line.title}`}
              onClick={() => setQuantity(line.variantId, line.quantity - 1)}
            >
              −
            </button>
            <span>{line.quantity}</span>
            <button
              type="button"
              aria-label={`One more of ${line.title}`}
              onClick={() => setQuantity(line.variantId, line.quantity + 1)}
            >
              +
            </button>
          </div>
          <b>{formatMoney(line.price * line.quantity, line.currency)}</b>
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${line.title}`}
            onClick={() => setQuantity(line.variantId, 0)}
          >
            <Icon name="close" size={18} />
          </button>
        </li>
      ))}
    </ul>
  )
}
