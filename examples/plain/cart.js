import { cartLineData, cartLines, money, removeFromCart, tracker } from './shop.js'

show()
void tracker.standard('cart_viewed', { cart: { lines: cartLines().map(cartLineData) } })
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
    item.append(`${line.quantity} × ${line.title}, ${money(line.price * line.quantity, line.currency)} `, button)
    return item
  })
  document.querySelector('#lines').replaceChildren(...items)
  const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  document.querySelector('main .price').textContent = lines[0] ? money(total, lines[0].currency) : 'Your cart is empty.'
  const ids = lines.map(({ productId }) => productId).join()
  document.querySelector('vitrine-recommendations').setAttribute('cart-product-ids', ids)
}
