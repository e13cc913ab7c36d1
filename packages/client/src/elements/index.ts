/** Custom elements with plain lists. `vitrine-add` tells the page that a shopper adds a product to the cart. */
import type { Client } from '../client.ts'
import { searchEvents, sectionEvents } from '../events/attribution.ts'
import { onceSeen } from '../events/once-seen.ts'
import type { Tracker } from '../events/tracker.ts'
import { typeAhead } from '../type-ahead/index.ts'
import type { FilterAggregationsResponse, Picture, Product, SearchResponse, SectionsRequest } from '../types.ts'
import { type SearchState, searchRequestOf, searchStateFromUrl, searchStateToUrl } from '../url-state.ts'

export interface ElementOptions {
  client: Client
  tracker: Tracker
  /** Default: `/products/` and the product's handle. */
  productHref?: (product: Product) => string
  /** Default: the picture's own URL. */
  pictureUrl?: (picture: Picture) => string | null
  /** Default: prices in the format of the page's language. */
  money?: (amount: number, currency: string) => string
  /** Replace English words with those of the page's language. */
  words?: Partial<Words>
}

export type Words = typeof ENGLISH

const ENGLISH = {
  addToCart: 'Add to cart',
  soldOut: 'Sold out',
  products: 'products',
  previous: 'Previous',
  next: 'Next',
  filters: 'Filters',
  pages: 'Pages',
  unavailable: 'Search is not available right now.',
}

export type Drawing = Required<Omit<ElementOptions, 'words'>> & { words: Words }

/** Defines `<vitrine-search-box>`, `<vitrine-results>` and `<vitrine-recommendations>`. */
export function defineElements(options: ElementOptions): void {
  const drawing: Drawing = {
    productHref: ({ handle }) => `/products/${encodeURIComponent(handle)}`,
    pictureUrl: ({ url }) => url,
    money: (amount, currency) =>
      new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'currency', currency }).format(amount),
    ...options,
    words: { ...ENGLISH, ...options.words },
  }
  customElements.define('vitrine-search-box', searchBox(drawing))
  customElements.define('vitrine-results', results(drawing))
  customElements.define('vitrine-recommendations', recommendations(drawing))
}

/** Wraps an input: `<vitrine-search-box><form action="/search"><input name="q" /></form></vitrine-search-box>`. */
function searchBox({ client, tracker, productHref }: Drawing) {
  return class extends HTMLElement {
    #stop = () => {}
    connectedCallback() {
      const input = this.querySelector('input')
      if (input === null) throw new Error('<vitrine-search-box> needs an <input> inside')
      const page = input.form?.getAttribute('action') ?? '/search'
      const box = typeAhead({
        client,
        input,
        hrefOf: (kind, item) =>
          kind === 'product'
            ? productHref(item as Product)
            : (item.url ?? `${page}?${new URLSearchParams({ q: item.text ?? item.handle ?? '' })}`),
        onAnswer: (answer) => void searchEvents(tracker, answer, { source: 'instant' }).rendered(),
      })
      this.#stop = box.destroy
    }
    disconnectedCallback() {
      this.#stop()
    }
  }
}

/** Results and facets of the search in the page's URL: `<vitrine-results limit="24"></vitrine-results>`. */
function results(drawing: Drawing) {
  const { client, tracker, words } = drawing
  return class extends HTMLElement {
    #underWay = new AbortController()
    #show = () => void this.#search()

    connectedCallback() {
      addEventListener('popstate', this.#show)
      this.#show()
    }
    disconnectedCallback() {
      removeEventListener('popstate', this.#show)
      this.#underWay.abort()
    }

    #go(change: Partial<SearchState>) {
      const next = { ...searchStateFromUrl(location.search), page: 1, ...change }
      history.pushState(null, '', `?${searchStateToUrl(next)}`)
      this.#show()
    }

    async #search() {
      this.#underWay.abort()
      this.#underWay = new AbortController()
      const { signal } = this.#underWay
      const request = searchRequestOf(searchStateFromUrl(location.search), Number(this.getAttribute('limit') ?? 24))
      const { query, appliedFilters } = request
      this.setAttribute('aria-busy', 'true')
      try {
        const [answer, facets] = await Promise.all([
          client.search(request, { signal }),
          client.filterAggregations({ query, appliedFilters }, { signal }),
        ])
        if (signal.aborted) return
        this.replaceChildren(this.#facets(facets), this.#list(answer))
        void searchEvents(tracker, answer, { source: 'search_page' }).rendered()
      } catch {
        if (signal.aborted) return
        this.replaceChildren(element('p', { role: 'alert' }, words.unavailable))
      }
      this.removeAttribute('aria-busy')
    }

    #facets({ facets, aggregations }: FilterAggregationsResponse): HTMLElement {
      const { filters } = searchStateFromUrl(location.search)
      const choice = (key: string, { value, label, count }: { value: string; label: string; count: number }) => {
        const chosen = filters[key] ?? []
        const box = element('input', { type: 'checkbox' }) as HTMLInputElement
        box.checked = chosen.includes(value)
        box.addEventListener('change', () => {
          const values = box.checked ? [...chosen, value] : chosen.filter((one) => one !== value)
          this.#go({ filters: { ...filters, [key]: values } })
        })
        return element('label', {}, box, ` ${label} (${count})`)
      }
      const groups = facets.map(({ key, title }) => {
        const choices = (aggregations[key]?.buckets ?? []).slice(0, 12).map((bucket) => choice(key, bucket))
        return element('fieldset', {}, element('legend', {}, title), ...choices)
      })
      return element('aside', { 'aria-label': words.filters }, ...groups)
    }

    #list(answer: SearchResponse): HTMLElement {
      const { page, totalPages, total, hasNextPage, hasPrevPage } = answer.pagination
      const events = searchEvents(tracker, answer, { source: 'search_page' })
      const cards = answer.products.map((product) =>
        productCard(drawing, product, { open: () => events.clicked(product), add: () => events.addToCart(product) }),
      )
      const previous = button(words.previous, () => this.#go({ page: page - 1 }), !hasPrevPage)
      const next = button(words.next, () => this.#go({ page: page + 1 }), !hasNextPage)
      return element(
        'section',
        {},
        element('p', {}, `${total} ${words.products}`),
        element('ul', { class: 'grid' }, ...cards),
        element('nav', { 'aria-label': words.pages }, previous, ` ${page} / ${totalPages} `, next),
      )
    }
  }
}

/** Sections of a page: `<vitrine-recommendations page-type="product" product-id="42"></vitrine-recommendations>`. */
function recommendations(drawing: Drawing) {
  const { client, tracker } = drawing
  return class extends HTMLElement {
    static observedAttributes = ['page-type', 'product-id', 'cart-product-ids']
    #underWay = new AbortController()
    #waiting: (() => void)[] = []

    attributeChangedCallback() {
      if (this.isConnected) void this.#ask()
    }
    connectedCallback() {
      void this.#ask()
    }
    disconnectedCallback() {
      this.#underWay.abort()
      this.#stopWaiting()
    }

    async #ask() {
      this.#underWay.abort()
      this.#underWay = new AbortController()
      const { signal } = this.#underWay
      const inCart = this.getAttribute('cart-product-ids')
      const request = {
        pageType: (this.getAttribute('page-type') ?? 'home') as NonNullable<SectionsRequest['pageType']>,
        productId: this.getAttribute('product-id'),
        cartProductIds: inCart === null ? [] : inCart.split(',').filter(Boolean),
        userId: tracker.identity.visitorId(),
      }
      // The page may set the product after it creates the element.
      if (request.pageType === 'product' && request.productId === null) return
      // Waits for further attributes, to send one request for all.
      await Promise.resolve()
      const answer = signal.aborted ? null : await client.sections(request, { signal }).catch(() => null)
      if (answer === null || signal.aborted) return
      this.#draw(answer)
    }

    #draw(answer: Awaited<ReturnType<Client['sections']>>) {
      this.#stopWaiting()
      const rows = answer.sections
        .filter(({ products }) => products.length > 0)
        .map((section) => {
          const events = sectionEvents(tracker, answer, section)
          const cards = section.products.map((product) =>
            productCard(drawing, product, { open: () => events.click(product), add: () => events.addToCart(product) }),
          )
          const row = element(
            'section',
            {},
            element('h2', {}, section.title),
            element('ul', { class: 'grid' }, ...cards),
          )
          void events.render()
          this.#waiting.push(onceSeen(row, () => void events.view()))
          return row
        })
      this.replaceChildren(...rows)
    }

    #stopWaiting() {
      for (const stop of this.#waiting.splice(0)) stop()
    }
  }
}

const ADD_TO_CART = 'vitrine-add'

/** Texts stay texts: nothing in an answer becomes HTML. */
function element(tag: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

function button(text: string, onClick: () => void, disabled = false): HTMLElement {
  const made = element('button', { type: 'button' }, text) as HTMLButtonElement
  made.disabled = disabled
  made.addEventListener('click', onClick)
  return made
}

interface CardReports {
  open: () => unknown
  add: () => unknown
}

function productCard(drawing: Drawing, product: Product, report: CardReports): HTMLElement {
  const { productHref, pictureUrl, money, words } = drawing
  const src = pictureUrl(product.image)
  const picture = src === null ? [] : [element('img', { src, alt: product.image.altText ?? '', loading: 'lazy' })]
  const link = element('a', { href: productHref(product) }, ...picture, product.title)
  link.addEventListener('click', () => void report.open())
  const price = product.displayPrice === null ? '' : money(product.displayPrice, product.displayCurrency)
  const add = button(product.isInStock ? words.addToCart : words.soldOut, onAdd, !product.isInStock)
  function onAdd(): void {
    void report.add()
    add.dispatchEvent(new CustomEvent(ADD_TO_CART, { detail: product, bubbles: true }))
  }
  return element('li', { class: 'card' }, link, element('span', { class: 'price' }, price), add)
}
