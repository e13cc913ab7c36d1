// @vitest-environment happy-dom
import { act, createElement, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Client } from '../client.ts'
import type { Tracker } from '../events/tracker.ts'
import {
  type HookOptions,
  useClient,
  useConsent,
  useControlledSearchState,
  useReport,
  useSearch,
  useSearchEvents,
  useSearchState,
  useSectionEvents,
  useTracker,
  VitrineProvider,
} from './index.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

interface Asked {
  request: { query?: string; pagination?: { page: number } }
  signal: AbortSignal
  answer: (more?: object) => void
  fail: () => void
}

/** Creates a client whose answers the test releases. Each has a product named after query and page. */
function heldClient() {
  const asked: Asked[] = []
  const search = (request: Asked['request'], { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const page = request.pagination?.page ?? 1
      const pagination = { page, limit: 10, hasNextPage: page < 3 }
      const answer = (more = {}) => resolve({ products: [`${request.query} ${page}`], pagination, ...more })
      asked.push({ request, signal, answer, fail: () => reject(new Error('away')) })
    })
  return { asked, client: { search } as unknown as Client }
}

let root: Root
beforeEach(() => {
  vi.useFakeTimers()
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
})

function Used<T>({ hook, onUse }: { hook: () => T; onUse: (value: T) => void }) {
  onUse(hook())
  return null
}

/** Renders a component that uses the hook; `value` is what the hook returned last. */
function using<T>(
  hook: () => T,
  { client = heldClient().client, tracker }: { client?: Client; tracker?: Tracker } = {},
) {
  const used = { value: undefined as T }
  const onUse = (value: T) => {
    used.value = value
  }
  const children = createElement(Used<T>, { hook, onUse })
  act(() => root.render(createElement(VitrineProvider, { client, children, ...(tracker ? { tracker } : {}) })))
  return used
}

const settled = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('useSearch', () => {
  function searching(client: Client, query: string, options: HookOptions<never> = {}) {
    return using(() => useSearch({ query }, options), { client })
  }

  it('searches again when the contents of the request change, and never shows a late answer', async () => {
    const { client, asked } = heldClient()
    let used = searching(client, 'mug')
    await settled()
    used = searching(client, 'mug')
    await settled()
    expect([asked.length, used.value.loading, used.value.data]).toEqual([1, true, null])
    used = searching(client, 'lamp')
    await settled()
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
    asked[1]!.answer()
    asked[0]!.answer()
    await settled()
    expect([used.value.loading, used.value.data?.products]).toEqual([false, ['lamp 1']])
  })

  it('keeps the previous answer until the next arrives, unless told otherwise, and returns errors', async () => {
    const { client, asked } = heldClient()
    searching(client, 'mug')
    await settled()
    asked[0]!.answer()
    await settled()
    let used = searching(client, 'lamp')
    await settled()
    expect([used.value.loading, used.value.data?.products]).toEqual([true, ['mug 1']])
    asked[1]!.fail()
    await settled()
    expect([used.value.error?.message, used.value.loading, used.value.data?.products]).toEqual([
      'away',
      false,
      ['mug 1'],
    ])
    act(() => used.value.refetch())
    await settled()
    asked[2]!.answer()
    await settled()
    expect([used.value.error, used.value.data?.products]).toEqual([null, ['lamp 1']])
    used = searching(client, 'rug', { keepPreviousData: false })
    expect(used.value.data).toBeNull()
  })

  it('waits for a pause in typing, and sends nothing while it is disabled or has initial data', async () => {
    const { client, asked } = heldClient()
    searching(client, 'm', { debounceMs: 100 })
    await settled(99)
    searching(client, 'mu', { debounceMs: 100 })
    await settled(99)
    expect(asked).toEqual([])
    await settled(1)
    expect(asked.map(({ request }) => request.query)).toEqual(['mu'])
    const off = searching(client, 'off', { enabled: false })
    await settled()
    expect([off.value.loading, asked.length]).toEqual([false, 1])
    const given = searching(client, 'given', { initialData: { products: ['there'], pagination: {} } as never })
    await settled()
    expect([given.value.loading, given.value.data?.products, asked.length]).toEqual([false, ['there'], 1])
  })

  it("sends nothing, or drops the answer, if the server's data for the request arrives later", async () => {
    const { asked, client } = heldClient()
    const handed = (query: string) => ({ products: [query], pagination: {} }) as never
    const [a, b] = [handed('a'), handed('b')]
    for (const wait of [false, true]) {
      searching(client, 'a', { initialData: a })
      searching(client, 'b', { initialData: b })
      // A router may change the URL one render before it passes in the page's data.
      searching(client, 'a', { initialData: b })
      if (wait) await settled()
      const used = searching(client, 'a', { initialData: a })
      for (const { answer } of asked) answer()
      await settled()
      expect([used.value.data, used.value.loading, asked.length]).toEqual([a, false, wait ? 1 : 0])
    }
    expect(asked[0]?.signal.aborted).toBe(true)
  })

  it('aborts its request when the component unmounts', async () => {
    const { client, asked } = heldClient()
    searching(client, 'mug')
    await settled()
    act(() => root.render(null))
    expect(asked[0]!.signal.aborted).toBe(true)
  })

  it('appends one page at a time until the last, and drops them when the request changes', async () => {
    const { client, asked } = heldClient()
    let used = searching(client, 'mug')
    used.value.loadMore()
    await settled()
    expect(asked).toHaveLength(1)
    asked[0]!.answer()
    await settled()
    for (const page of [2, 3]) {
      act(() => used.value.loadMore())
      act(() => used.value.loadMore())
      expect([asked.length, used.value.loadingMore]).toEqual([page, true])
      expect(asked.at(-1)!.request.pagination).toEqual({ page, limit: 10 })
      asked.at(-1)!.answer()
      await settled()
    }
    expect(used.value).toMatchObject({ hasMore: false, loadingMore: false })
    expect(used.value.data?.products).toEqual(['mug 1', 'mug 2', 'mug 3'])
    act(() => used.value.loadMore())
    expect(asked).toHaveLength(3)
    used = searching(client, 'lamp')
    await settled()
    asked.at(-1)!.answer()
    await settled()
    expect(used.value.data?.products).toEqual(['lamp 1'])
    act(() => used.value.loadMore())
    asked.at(-1)!.fail()
    await settled()
    expect([used.value.error?.message, used.value.data?.products, used.value.hasMore]).toEqual([
      'away',
      ['lamp 1'],
      true,
    ])
  })
})

describe('the provider', () => {
  it('provides client and tracker, and hooks without it throw', () => {
    const { client } = heldClient()
    const tracker = {} as Tracker
    expect(using(() => [useClient(), useTracker()], { client, tracker }).value).toEqual([client, tracker])
    expect(() => using(useTracker, { client })).toThrow('useTracker needs')
    const onUse = () => {}
    expect(() => act(() => root.render(createElement(Used<Client>, { hook: useClient, onUse })))).toThrow(
      'useClient needs',
    )
  })

  it('asks the shopper for consent once, if it is required', async () => {
    const decided: object[] = []
    const tracker = (needed: boolean) =>
      ({ consentNeeded: Promise.resolve(needed), setConsent: (one: object) => decided.push(one) }) as unknown as Tracker
    const used = using(useConsent, { tracker: tracker(true) })
    expect(used.value.needed).toBe(false)
    await settled()
    expect(used.value.needed).toBe(true)
    act(() => used.value.decide(false))
    expect(used.value.needed).toBe(false)
    act(() => used.value.decide({ marketingAllowed: true }))
    expect(decided.map((one) => Object.values(one))).toEqual([[false, false, false, false], [true]])
    const asked = using(useConsent, { tracker: tracker(false) })
    await settled()
    expect(asked.value.needed).toBe(false)
  })
})

describe('useSearchState', () => {
  it('is kept in the URL: another selection starts at page 1, and the back button restores the previous one', async () => {
    history.replaceState(null, '', '/search?q=mug&page=3#top')
    const used = using(() => useSearchState())
    expect(used.value.state).toMatchObject({ query: 'mug', page: 3 })
    act(() => used.value.toggleFilter('color', 'Red'))
    expect(`${location.search}${location.hash}`).toBe('?q=mug&color=Red#top')
    act(() => used.value.toggleFilter('color', 'Blue'))
    act(() => used.value.toggleFilter('color', 'Red'))
    expect(used.value.state.filters).toEqual({ color: ['Blue'] })
    act(() => used.value.setState({ page: 2 }))
    expect([used.value.state.page, location.search]).toEqual([2, '?q=mug&color=Blue&page=2'])
    act(() => used.value.setState({ query: '', filters: {} }))
    expect([location.search, used.value.state.page]).toEqual(['', 1])
    history.replaceState(null, '', '/search?q=lamp')
    act(() => void dispatchEvent(new Event('popstate')))
    expect(used.value.state.query).toBe('lamp')
  })

  it('adds to a change whose page a router is still loading, and drops it if the navigation is canceled', async () => {
    const pushed: { search: string; giveUp: () => void }[] = []
    let search = '?q=mug'
    const push = (next: string) => new Promise((_, giveUp) => pushed.push({ search: next, giveUp: () => giveUp() }))
    const draw = () => using(() => useControlledSearchState({ search, push }))
    let used = draw()
    const filters = () => [used.value.state.filters, used.value.nextState.filters]
    act(() => used.value.toggleFilter('color', 'Red'))
    expect(filters()).toEqual([{}, { color: ['Red'] }])
    act(() => used.value.toggleFilter('color', 'Blue'))
    expect(pushed.map((one) => one.search)).toEqual(['?q=mug&color=Red', '?q=mug&color=Red&color=Blue'])
    await act(async () => pushed[0]?.giveUp())
    expect(filters()).toEqual([{}, { color: ['Red', 'Blue'] }])
    search = '?q=mug&color=Red&color=Blue'
    used = draw()
    expect(filters()).toEqual([{ color: ['Red', 'Blue'] }, { color: ['Red', 'Blue'] }])
    act(() => used.value.toggleFilter('color', 'Red'))
    await act(async () => pushed[2]?.giveUp())
    expect(filters()).toEqual([{ color: ['Red', 'Blue'] }, { color: ['Red', 'Blue'] }])
  })
})

const SECTIONS = { requestId: 'a' }
const SECTION = { id: 1, sectionServeId: 's', products: [] }
function Row() {
  return createElement('section', { ref: useSectionEvents(SECTIONS, SECTION).ref })
}

describe('hooks that report events', () => {
  function recording() {
    const names: string[] = []
    const custom = async (name: string) => void names.push(name)
    return { names, tracker: { custom } as unknown as Tracker }
  }

  it('report a search once per answer, and nothing before the first', () => {
    const { names, tracker } = recording()
    let answer: { requestId: string; products: { productId: number }[] } | null = null
    const draw = () => using(() => useSearchEvents(answer), { tracker })
    draw()
    expect(names).toEqual([])
    answer = { requestId: 'a', products: [] }
    draw()
    void draw().value.clicked({ productId: 1 })
    answer = { ...answer }
    draw()
    const shown = 'svc:search_result_rendered'
    expect(names).toEqual([shown, 'svc:search_result_clicked', shown])
  })

  it('report once under StrictMode, which runs effects twice, and again for a new key', () => {
    const { names, tracker } = recording()
    const answer = { requestId: 'a', products: [] }
    let path: string | null = null
    const hook = () => {
      useSearchEvents(answer)
      useSectionEvents(SECTIONS, SECTION)
      useReport(path, () => names.push(`page ${path}`))
    }
    const draw = () => {
      const page = createElement(Used, { hook, onUse: () => {} })
      const provided = createElement(VitrineProvider, { client: heldClient().client, tracker }, page)
      act(() => root.render(createElement(StrictMode, null, provided)))
    }
    draw()
    expect(names).toEqual(['svc:search_result_rendered', 'svc:section:render'])
    for (path of ['/a', '/a', '/b', null, '/b']) draw()
    expect(names.slice(2)).toEqual(['page /a', 'page /b', 'page /b'])
  })

  it('report a list once even if its objects are recreated, and again for a new answer', () => {
    const { names, tracker } = recording()
    let requestId = 'a'
    const list = () => ({ id: 'popular', sectionServeId: `${requestId}-popular`, products: [{ productId: 1 }] })
    const draw = () => using(() => useSectionEvents({ requestId }, list()), { tracker })
    draw()
    draw()
    expect(names).toEqual(['svc:section:render'])
    requestId = 'b'
    draw()
    expect(names).toEqual(['svc:section:render', 'svc:section:render'])
  })

  it('report a section when it is rendered, and when it is first on screen', () => {
    const watched: { show: (isIntersecting: boolean) => void; stopped: boolean }[] = []
    class Observer {
      readonly #one: (typeof watched)[number]
      constructor(tell: (entries: object[]) => void) {
        this.#one = { show: (isIntersecting) => tell([{ isIntersecting }]), stopped: false }
      }
      observe = () => void watched.push(this.#one)
      disconnect = () => {
        this.#one.stopped = true
      }
    }
    vi.stubGlobal('IntersectionObserver', Observer)
    const { names, tracker } = recording()
    const children = createElement(Row)
    act(() => root.render(createElement(VitrineProvider, { client: heldClient().client, tracker, children })))
    act(() => watched[0]?.show(false))
    expect(names).toEqual(['svc:section:render'])
    act(() => watched[0]?.show(true))
    expect([names, watched.map(({ stopped }) => stopped)]).toEqual([['svc:section:render', 'svc:section:view'], [true]])
    vi.unstubAllGlobals()
  })
})
