import { createClient } from '@vitrine/client'
import { defineElements } from '@vitrine/client/elements'
import { cartLine, chosenVariant, pageTracker } from '@vitrine/client/events'
import { settings } from './settings.js'

export const client = createClient(settings)

/** Asks for consent where the shop's configuration requires it. Pass `country` if your host knows it. */
export const tracker = pageTracker({ client })

/** Vitrine serves the demo shop's pictures, so their URLs are relative to Vitrine. */
export const pictureUrl = ({ url }) => url && new URL(url, settings.baseUrl).href
export const money = (amount, currency) => new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
export const productHref = ({ handle }) => `/product?${new URLSearchParams({ handle })}`

drawHeader()
defineElements({ client, tracker, productHref, pictureUrl, money })
document.addEventListener('vitrine-add', ({ detail: product }) => addToCart(product))
document.querySelector('header form').addEventListener('submit', () => {
  const query = document.querySelector('header input').value
  void tracker.standard('search_submitted', { searchResult: { query } })
})
void tracker.standard('page_viewed', {})
void tracker.consentNeeded.then((isNeeded) => isNeeded && askForConsent())

function drawHeader() {
  const header = document.createElement('header')
  header.innerHTML = `<a href="/">Shop</a>
    <vitrine-search-box><form action="/search"><input type="search" name="q" aria-label="Search" /></form></vitrine-search-box>
    <a href="/image-search">Search by picture</a> <a href="/cart" id="cart-link"></a>`
  document.body.prepend(header)
  header.querySelector('input').value = new URLSearchParams(location.search).get('q') ?? ''
  showCount()
}

/** Shown only if the shop requires consent. Events wait for the shopper's decision. */
function askForConsent() {
  const banner = document.createElement('section')
  banner.className = 'consent'
  banner.setAttribute('aria-label', 'Consent')
  banner.innerHTML = `<p>May we remember what you look at, to show you what fits?</p>
    <button type="button" value="yes">Yes</button> <button type="button" value="no">No</button>`
  banner.addEventListener('click', ({ target }) => {
    if (!target.value) return
    const allowed = target.value === 'yes'
    tracker.setConsent({ analyticsProcessingAllowed: allowed, preferencesProcessingAllowed: allowed })
    banner.remove()
  })
  document.body.append(banner)
}

/** Replace this by your platform's cart. The events stay the same. */
export function cartLines() {
  return JSON.parse(localStorage.getItem('cart') ?? '[]')
}

const others = (one) => cartLines().filter(({ merchandise }) => merchandise.id !== one.merchandise.id)

export function addToCart(product, variant = chosenVariant(product)) {
  const line = cartLine(product, variant)
  const former = cartLines().find(({ merchandise }) => merchandise.id === line.merchandise.id)
  keep([...others(line), { ...line, quantity: line.quantity + (former?.quantity ?? 0) }])
  void tracker.standard('product_added_to_cart', { cartLine: line })
}

export function removeFromCart(line) {
  keep(others(line))
  void tracker.standard('product_removed_from_cart', { cartLine: line })
}

function keep(lines) {
  localStorage.setItem('cart', JSON.stringify(lines))
  showCount()
}

function showCount() {
  const count = cartLines().reduce((sum, { quantity }) => sum + quantity, 0)
  document.querySelector('#cart-link').textContent = `Cart (${count})`
}
