import { cartLines, money, removeFromCart, tracker } from './shop.js'

show()
void tracker.standard('cart_viewed', { cart: { lines: cartLines() } })
document.addEventListener('vitrine-add', show)

function show() {
  const lines = cartLines()
  const items = lines.map((line) => {
    const item = document.createElement('li')
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Remove' })
    button.addEventListener('click', () => {
      removeFromCart(line)
      show()
    })
    item.append(`${line.quantity} × ${line.merchandise.product.title} `, button)
    return item
  })
  document.querySelector('#lines').replaceChildren(...items)
  const total = lines.reduce((sum, { merchandise, quantity }) => sum + merchandise.price.amount * quantity, 0)
  document.querySelector('main .price').textContent = lines[0]
    ? money(total, lines[0].merchandise.price.currencyCode)
    : 'Your cart is empty.'
  const ids = lines.map(({ merchandise }) => merchandise.product.id).join()
  document.querySelector('vitrine-recommendations').setAttribute('cart-product-ids', ids)
}
