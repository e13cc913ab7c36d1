/**
 * A search box with suggestions. It follows the combobox pattern; the page styles `[role=listbox]` and `[role=option]`.
 */
import type { Client } from '../client.ts'
import type { InstantSearchRequest, InstantSearchResponse } from '../types.ts'

export interface TypeAheadChoice {
  kind: 'suggestion' | 'collection' | 'product' | 'page' | 'article'
  text: string
  /** Escaped HTML with `<mark>`; null if there is only the text. */
  html: string | null
  href: string
  item: object
}

export interface TypeAheadOptions {
  client: Client
  input: HTMLInputElement
  /** Further fields besides the query: locale, market, limit, visitorId … */
  request?: Omit<InstantSearchRequest, 'query'>
  /** Default: the platform's URLs of products, collections and pages, and `/search?q=` for suggestions. */
  hrefOf?: (kind: TypeAheadChoice['kind'], item: { handle?: string; text?: string; url?: string }) => string
  /** Default: goes to `choice.href`. */
  onChoose?: (choice: TypeAheadChoice) => void
  /** Called with each answer that is shown. Report it with `searchEvents`. */
  onAnswer?: (answer: InstantSearchResponse) => void
  debounceMs?: number
}

export interface TypeAhead {
  close(): void
  destroy(): void
}

export function typeAhead(options: TypeAheadOptions): TypeAhead {
  const { client, input, request = {}, hrefOf = themeHref, onChoose = goTo, onAnswer, debounceMs = 120 } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: AbortController | undefined
  const close = () => {
    clearTimeout(timer)
    underWay?.abort()
    list.show([])
  }
  const choose = (choice: TypeAheadChoice) => {
    close()
    onChoose(choice)
  }
  const list = choiceList(input, choose)
  const ask = async () => {
    underWay?.abort()
    const controller = new AbortController()
    underWay = controller
    const { signal } = controller
    try {
      const answer = await client.instantSearch({ ...request, query: input.value }, { signal })
      if (signal.aborted) return
      list.show(choicesOf(answer, hrefOf))
      onAnswer?.(answer)
    } catch {
      // Box and form work without suggestions.
      if (!signal.aborted) close()
    }
  }
  const onInput = () => {
    clearTimeout(timer)
    timer = setTimeout(ask, debounceMs)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = list.active()
    if (step !== undefined && list.isEmpty()) onInput()
    else if (step !== undefined) list.move(step)
    else if (event.key === 'Escape' && !list.isEmpty()) close()
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  }
  const listeners = { input: onInput, keydown: onKey, blur: close }
  for (const [name, listener] of Object.entries(listeners)) input.addEventListener(name, listener as EventListener)
  return {
    close,
    destroy() {
      close()
      for (const [name, listener] of Object.entries(listeners))
        input.removeEventListener(name, listener as EventListener)
      list.remove()
    },
  }
}

let count = 0

/** The box keeps the focus; `aria-activedescendant` names the active choice. */
function choiceList(input: HTMLInputElement, onClick: (choice: TypeAheadChoice) => void) {
  const element = document.createElement('ul')
  const id = `vitrine-type-ahead-${++count}`
  let choices: readonly TypeAheadChoice[] = []
  let active = -1
  Object.assign(element, { id, role: 'listbox', hidden: true })
  element.setAttribute('aria-label', input.getAttribute('aria-label') ?? input.placeholder)
  const attributes = { role: 'combobox', autocomplete: 'off', 'aria-autocomplete': 'list', 'aria-controls': id }
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  input.setAttribute('aria-expanded', 'false')
  input.after(element)

  const mark = (at: number) => {
    active = at
    for (const [place, option] of [...element.children].entries())
      option.setAttribute('aria-selected', String(place === at))
    if (at < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `${id}-${at}`)
  }
  return {
    show(next: readonly TypeAheadChoice[]) {
      choices = next
      element.replaceChildren(...next.map((choice, at) => optionOf(choice, `${id}-${at}`, () => onClick(choice))))
      element.hidden = next.length === 0
      input.setAttribute('aria-expanded', String(!element.hidden))
      mark(-1)
    },
    move: (step: number) => mark(Math.max(-1, Math.min(choices.length - 1, active + step))),
    active: () => choices[active],
    isEmpty: () => choices.length === 0,
    remove: () => element.remove(),
  }
}

function goTo({ href }: TypeAheadChoice): void {
  location.assign(href)
}

type HrefOf = NonNullable<TypeAheadOptions['hrefOf']>

const themeHref: HrefOf = (kind, { handle = '', text = '', url }) => {
  if (url) return url
  if (kind === 'suggestion') return `/search?q=${encodeURIComponent(text)}`
  return `/${kind === 'product' ? 'products' : `${kind}s`}/${encodeURIComponent(handle)}`
}

function choicesOf(answer: InstantSearchResponse, hrefOf: HrefOf): TypeAheadChoice[] {
  const choice = (kind: TypeAheadChoice['kind'], text: string, html: string | null, item: object): TypeAheadChoice => ({
    kind,
    text,
    html,
    href: hrefOf(kind, item),
    item,
  })
  const content = (kind: 'collection' | 'page' | 'article', list: InstantSearchResponse['pages']) =>
    list.map((one) => choice(kind, one.title, one.highlighted, one))
  return [
    ...answer.suggestions.map((one) => choice('suggestion', one.text, one.highlighted, one)),
    ...(answer.query === '' ? answer.trending.map((one) => choice('suggestion', one.text, null, one)) : []),
    ...content('collection', answer.collections),
    ...answer.products.map((one) => choice('product', one.title, null, one)),
    ...content('page', answer.pages),
    ...content('article', answer.articles),
  ]
}

function optionOf({ kind, text, html }: TypeAheadChoice, id: string, onClick: () => void): HTMLLIElement {
  const option = document.createElement('li')
  Object.assign(option, { id, role: 'option' })
  option.dataset.kind = kind
  option.setAttribute('aria-selected', 'false')
  if (html === null) option.textContent = text
  else option.innerHTML = html
  // Losing the focus would remove the list before the click.
  option.addEventListener('pointerdown', (event) => event.preventDefault())
  option.addEventListener('click', onClick)
  return option
}
