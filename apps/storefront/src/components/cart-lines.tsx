import { Link } from '../router.ts'
import { type CartLine, setQuantity } from '../shop/cart.ts'
import { formatMoney } from '../shop/market.ts'
import { pictureAt } from '../shop/picture-size.ts'
import { productPath } from '../shop/product.ts'
import { fill, useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'

interface LinesProps {
  lines: readonly CartLine[]
  onOpen?: () => void
}

export function CartLines({ lines, onOpen }: LinesProps) {
  const words = useWords()
  return (
    <ul className="cart-lines">
      {lines.map((line) => (
        <li key={line.variantId}>
          {line.imageUrl && <img {...pictureAt(line.imageUrl, 88)} alt="" width={88} height={88} />}
          <div>
            <Link to={productPath(line)} {...(onOpen ? { onClick: onOpen } : {})}>
              {line.title}
            </Link>
            <small>{line.variantTitle === 'Default Title' ? '' : line.variantTitle}</small>
          </div>
          <div className="quantity">
            <button
              type="button"
              aria-label={fill(words.oneLess, line.title)}
              onClick={() => setQuantity(line.variantId, line.quantity - 1)}
            >
              −
            </button>
            <span>{line.quantity}</span>
            <button
              type="button"
              aria-label={fill(words.oneMore, line.title)}
              onClick={() => setQuantity(line.variantId, line.quantity + 1)}
            >
              +
            </button>
          </div>
          <b>{formatMoney(line.price * line.quantity, line.currency)}</b>
          <button
            type="button"
            className="icon-button"
            aria-label={fill(words.remove, line.title)}
            onClick={() => setQuantity(line.variantId, 0)}
          >
            <Icon name="close" size={18} />
          </button>
        </li>
      ))}
    </ul>
  )
}
