import { chosenVariant } from '@vitrine/client/events'
import { addToCart, client, money, pictureUrl, tracker } from './shop.js'

const article = document.querySelector('article')
const handle = new URLSearchParams(location.search).get('handle') ?? ''
const { products } = await client.products({ handles: [handle] })
if (products[0]) show(products[0])
else article.textContent = 'There is no such product.'

function show(product) {
  article.innerHTML = `<img /><div><h1></h1><p class="vendor"></p><p class="price"></p>
    <p><select aria-label="Variant"></select> <button type="button">Add to cart</button></p><p class="description"></p></div>`
  const [picture, select, button] = ['img', 'select', 'button'].map((name) => article.querySelector(name))
  Object.assign(picture, { src: pictureUrl(product.image) ?? '', alt: product.image.altText ?? product.title })
  const texts = { h1: product.title, '.vendor': product.vendor, '.description': product.description }
  for (const [place, text] of Object.entries(texts)) article.querySelector(place).textContent = text
  for (const { title, variantId, isInStock } of product.variants) {
    select.add(Object.assign(new Option(title, String(variantId)), { disabled: !isInStock }))
  }
  select.value = chosenVariant(product).variantId
  const chosen = () => product.variants.find(({ variantId }) => String(variantId) === select.value)
  const showPrice = () => {
    article.querySelector('.price').textContent = money(chosen().displayPrice, product.displayCurrency)
  }
  showPrice()
  select.addEventListener('change', showPrice)
  button.disabled = !product.isInStock
  button.addEventListener('click', () => addToCart(product, chosen()))
  document.querySelector('vitrine-recommendations').setAttribute('product-id', String(product.productId))
  const { productId: id, title } = product
  void tracker.standard('product_viewed', { productVariant: { product: { id, title } } })
}
