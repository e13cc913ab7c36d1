// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Client } from '../client.ts'
import { type TypeAheadChoice, type TypeAheadOptions, typeAhead } from './index.ts'

const EMPTY = { query: 'm', suggestions: [], trending: [], collections: [], products: [], pages: [], articles: [] }
const ANSWER = {
  ...EMPTY,
  suggestions: [{ text: 'mug & cup', highlighted: '<mark>m</mark>ug &amp; cup' }],
  trending: [{ text: 'lamp' }],
  collections: [{ title: 'Mugs', highlighted: '<mark>M</mark>ugs', handle: 'mugs' }],
  products: [{ title: 'Mug <b>', handle: 'mug b' }],
  pages: [{ title: 'About', highlighted: 'About', handle: 'about', url: '/x/about' }],
  articles: [{ title: 'News', highlighted: 'News', handle: 'news' }],
}

interface Asked {
  request: { query: string }
  signal: AbortSignal
  answer: (answer?: object) => void
  fail: () => void
}

function open(more: Partial<TypeAheadOptions> = {}) {
  const asked: Asked[] = []
  const instantSearch = (request: { query: string }, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      asked.push({ request, signal, answer: (one = ANSWER) => resolve(one), fail: () => reject(new Error('away')) })
    })
  const input = document.createElement('input')
  input.placeholder = 'Search'
  document.body.replaceChildren(input)
  const chosen: TypeAheadChoice[] = []
  const client = { instantSearch } as unknown as Client
  const box = typeAhead({ client, input, onChoose: (choice) => void chosen.push(choice), ...more })
  const list = document.querySelector('ul')!
  const type = async (text: string, ms = 120) => {
    input.value = text
    input.dispatchEvent(new Event('input'))
    await vi.advanceTimersByTimeAsync(ms)
  }
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true })
    input.dispatchEvent(event)
    return event.defaultPrevented
  }
  /** The active choice as a screen reader hears it. */
  const active = () => {
    const id = input.getAttribute('aria-activedescendant')
    const selected = [...list.children].filter((option) => option.getAttribute('aria-selected') === 'true')
    expect(selected.map((option) => option.id)).toEqual(id === null ? [] : [id])
    return selected[0]?.textContent ?? null
  }
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return { asked, box, input, list, chosen, type, press, active, settled }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the input', () => {
  it('requests suggestions once after a pause in typing, for the text at that time', async () => {
    const { asked, type } = open({ request: { limit: 3 } as never })
    await type('m', 119)
    await type('mu', 119)
    expect(asked).toHaveLength(0)
    await type('mug')
    expect(asked.map(({ request }) => request)).toEqual([{ limit: 3, query: 'mug' }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveLength(1)
  })

  it('aborts a request that a newer one replaces, and never shows its answer', async () => {
    const answers: object[] = []
    const { asked, type, list, settled } = open({ onAnswer: (one) => void answers.push(one), debounceMs: 5 })
    await type('m', 5)
    await type('mu', 5)
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
    asked[0]!.answer()
    await settled()
    expect([list.hidden, answers]).toEqual([true, []])
    asked[1]!.answer()
    await settled()
    expect([list.hidden, answers]).toEqual([false, [ANSWER]])
  })

  it('closes the list on failure, blur and Escape, and aborts the pending request', async () => {
    const { asked, type, list, input, press, settled } = open()
    await type('m')
    asked[0]!.answer()
    await settled()
    expect(press('Escape')).toBe(true)
    expect([list.hidden, list.children.length, input.getAttribute('aria-expanded')]).toEqual([true, 0, 'false'])
    expect(press('Escape')).toBe(false)
    await type('mu')
    input.dispatchEvent(new Event('blur'))
    expect(asked[1]!.signal.aborted).toBe(true)
    await type('mug')
    asked[2]!.answer()
    await settled()
    await type('mugs')
    asked[3]!.fail()
    await settled()
    expect(list.hidden).toBe(true)
  })

  it('does nothing after it is destroyed', async () => {
    const { asked, box, type, press } = open()
    box.destroy()
    await type('m')
    expect([asked.length, press('ArrowDown'), document.querySelector('ul')]).toEqual([0, false, null])
  })
})

describe('the choices', () => {
  it("are ordered by kind, link to their pages, and contain no markup except the service's own", async () => {
    const { asked, type, list, settled, chosen } = open()
    await type('m')
    asked[0]!.answer()
    await settled()
    const options = [...list.children] as HTMLElement[]
    expect(options.map(({ dataset, innerHTML }) => [dataset.kind, innerHTML])).toEqual([
      ['suggestion', '<mark>m</mark>ug &amp; cup'],
      ['collection', '<mark>M</mark>ugs'],
      ['product', 'Mug &lt;b&gt;'],
      ['page', 'About'],
      ['article', 'News'],
    ])
    for (const [at] of options.entries()) {
      await type('m')
      asked.at(-1)!.answer()
      await settled()
      ;(list.children[at] as HTMLElement).click()
    }
    expect(chosen.map(({ href }) => href)).toEqual([
      '/search?q=mug%20%26%20cup',
      '/collections/mugs',
      '/products/mug%20b',
      '/x/about',
      '/articles/news',
    ])
    expect(list.hidden).toBe(true)
  })

  it('are trending searches if nothing is typed', async () => {
    const { asked, type, list, settled } = open()
    await type('')
    asked[0]!.answer({ ...EMPTY, query: '', trending: [{ text: 'lamp' }] })
    await settled()
    expect(list.textContent).toBe('lamp')
  })

  it('are reached with the arrow keys, from the input to the last, and taken with Enter', async () => {
    const { asked, type, press, active, settled, chosen } = open()
    await type('m')
    asked[0]!.answer()
    await settled()
    expect([active(), press('Enter')]).toEqual([null, false])
    press('ArrowDown')
    expect(active()).toBe('mug & cup')
    press('ArrowUp')
    press('ArrowUp')
    expect(active()).toBeNull()
    for (let i = 0; i < 9; i++) press('ArrowDown')
    expect(active()).toBe('News')
    press('ArrowUp')
    expect(active()).toBe('About')
    expect([press('Enter'), chosen.map(({ text }) => text), press('x')]).toEqual([true, ['About'], false])
  })

  it('are requested by an arrow key if none are shown', async () => {
    const { asked, press } = open()
    expect(press('ArrowDown')).toBe(true)
    await vi.advanceTimersByTimeAsync(120)
    expect(asked).toHaveLength(1)
  })

  it('are announced: the input names its list, and tells whether it is open', async () => {
    const { asked, input, list, type, settled } = open()
    expect(list.getAttribute('aria-label')).toBe('Search')
    expect([input.getAttribute('aria-controls'), input.getAttribute('role')]).toEqual([list.id, 'combobox'])
    await type('m')
    asked[0]!.answer()
    await settled()
    expect(input.getAttribute('aria-expanded')).toBe('true')
    const press = new Event('pointerdown', { cancelable: true })
    list.children[0]!.dispatchEvent(press)
    expect(press.defaultPrevented).toBe(true)
  })
})
