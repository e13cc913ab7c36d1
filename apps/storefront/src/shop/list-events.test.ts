// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tracker } from './api.ts'
import type { ListState } from './list-state.ts'
import { useListEvents } from './use-list-events.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

type Shown = Parameters<typeof useListEvents>
type Events = ReturnType<typeof useListEvents>

let sent: string[] = []
beforeEach(() => {
  sent = []
  vi.spyOn(tracker, 'custom').mockImplementation(async (name, track) => {
    const { source, filters } = track as { source: string; filters?: { key: string }[] }
    sent.push(`${name} ${source} ${(filters ?? []).map(({ key }) => key).join()}`)
  })
  vi.spyOn(tracker, 'standard').mockImplementation(async (name) => void sent.push(name))
})

function List({ shown, onReady }: { shown: Shown; onReady: (events: Events) => void }) {
  onReady(useListEvents(...shown))
  return null
}

/** Renders a list; each call of `show` renders it again and returns the events that it reported. */
function list() {
  const root = createRoot(document.createElement('div'))
  let events: Events | undefined
  const onReady = (made: Events) => {
    events = made
  }
  const show = (...shown: Shown) => {
    sent = []
    act(() => root.render(createElement(List, { shown, onReady })))
    return sent
  }
  return { show, click: () => events?.clicked({ productId: 1 } as never) }
}

const state = (query: string, selections = {}): ListState => ({
  query,
  selections,
  ignore: [],
  sortBy: 'relevance',
  page: 1,
})
const answer = () => ({ requestId: 'r', products: [], aggregations: { color: {}, size: {} } }) as unknown as Shown[1]

describe('a list', () => {
  it('reports a search, its results and its facets, each once', () => {
    const { show, click } = list()
    expect(show(state('mug'), null, undefined)).toEqual([])
    click()
    expect(sent).toEqual([])
    expect(show(state('mug'), answer(), undefined)).toEqual([
      'search_submitted',
      'svc:search_result_rendered search_page ',
      'svc:search_filter_appeared search_page color,size',
    ])
    const second = answer()
    const selected = state('mug', { color: ['Red'] })
    expect(show(selected, second, undefined)).toEqual([
      'svc:search_result_rendered search_page color',
      'svc:search_filter_updated search_page color',
    ])
    expect(show(selected, second, undefined)).toEqual([])
    expect(show(state('cup', { color: ['Red'] }), answer(), undefined)).toEqual([
      'search_submitted',
      'svc:search_result_rendered search_page color',
    ])
    sent = []
    click()
    expect(sent).toEqual(['svc:search_result_clicked search_page color'])
  })

  it('reports one view of a collection, and no search', () => {
    const { show } = list()
    const first = answer()
    expect(show(state(''), first, 'mugs')).toEqual([
      'svc:search_result_rendered collection ',
      'svc:search_filter_appeared collection color,size',
      'collection_viewed',
    ])
    expect(show(state(''), first, 'mugs')).toEqual([])
    expect(show(state(''), first, 'cups')).toEqual(['collection_viewed'])
  })
})
