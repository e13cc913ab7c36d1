// @vitest-environment happy-dom
import { createClient } from '@vitrine/client'
import { VitrineProvider } from '@vitrine/client/react'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'
import { useFilters } from './filters.ts'
import { shopperMarket } from './market.ts'
import { loadWords, useWords } from './words.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

interface Asked {
  locale: string
  reply(status: number, body: unknown): void
}

function service() {
  const asked: Asked[] = []
  const fetch = (_url: unknown, { body }: { body: string }) =>
    new Promise<Response>((resolve) =>
      asked.push({
        locale: JSON.parse(body).locale,
        reply: (status, answer) => resolve(new Response(JSON.stringify(answer), { status })),
      }),
    )
  const client = createClient({
    shop: 'a.example',
    apiKey: 'vsk_a',
    baseUrl: 'http://a.example',
    retries: 0,
    fetch: fetch as typeof globalThis.fetch,
  })
  return { client, asked }
}

interface PageProps {
  onDrawn: (text: string) => void
}

function Filters({ onDrawn }: PageProps) {
  const { filters, failed } = useFilters('search')
  onDrawn(failed ? 'failed' : filters === null ? 'waiting' : filters.map(({ key }) => key).join())
  return null
}

function Message({ onDrawn }: PageProps) {
  onDrawn(useWords().oneProduct)
  return null
}

/** Renders a page; `now` returns the filters that the page shows. */
function page({ client }: ReturnType<typeof service>) {
  const root = createRoot(document.createElement('div'))
  const shown: string[] = []
  const filters = createElement(Filters, { onDrawn: (text) => shown.push(text) })
  act(() => root.render(createElement(VitrineProvider, { client }, filters)))
  return { now: () => shown.at(-1), leave: () => act(() => root.unmount()) }
}

const answer = (...filters: [key: string, visible?: boolean][]) => ({
  filters: filters.map(([key, visible = true]) => ({ key, visible })),
})
const inLocale = (locale: string) => act(() => shopperMarket.set({ handle: 'eu', locale }))
const replied = (asked: Asked | undefined, status: number, body: unknown) =>
  act(async () => {
    asked?.reply(status, body)
    await new Promise((resolve) => setTimeout(resolve))
  })

describe('the filters of a page', () => {
  it('are only the visible ones, and are requested once per language', async () => {
    const shop = service()
    inLocale('en')
    const first = page(shop)
    expect(first.now()).toBe('waiting')
    await replied(shop.asked[0], 200, answer(['color'], ['cost', false]))
    expect(first.now()).toBe('color')
    const second = page(shop)
    await act(async () => {})
    expect([second.now(), shop.asked.length]).toEqual(['color', 1])
    for (const { leave } of [first, second]) leave()
  })

  it('ignore a late response in a language that the shopper has left', async () => {
    const shop = service()
    inLocale('de')
    const shown = page(shop)
    inLocale('fr')
    await replied(shop.asked[1], 200, answer(['couleur']))
    await replied(shop.asked[0], 200, answer(['farbe']))
    expect([shop.asked.map(({ locale }) => locale), shown.now()]).toEqual([['de', 'fr'], 'couleur'])
    shown.leave()
  })

  it('are requested again by the next page if the request failed', async () => {
    const shop = service()
    inLocale('it')
    const first = page(shop)
    await replied(shop.asked[0], 500, {})
    expect(first.now()).toBe('failed')
    const second = page(shop)
    await replied(shop.asked[1], 200, answer(['colore']))
    expect(second.now()).toBe('colore')
    for (const { leave } of [first, second]) leave()
  })
})

describe('the messages', () => {
  it("are in English until the shopper's language is loaded, or if it is unknown", async () => {
    const root = createRoot(document.createElement('div'))
    const shown: string[] = []
    inLocale('de')
    act(() => root.render(createElement(Message, { onDrawn: (text) => shown.push(text) })))
    const [english] = shown
    await loadWords('de')
    inLocale('de')
    expect(shown.at(-1)).not.toBe(english)
    await loadWords('xx')
    inLocale('xx')
    expect(shown.at(-1)).toBe(english)
    act(() => root.unmount())
  })
})
