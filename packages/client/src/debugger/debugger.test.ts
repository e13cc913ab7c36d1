// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { EventReport } from '../events/event-report.ts'
import { fixesOf } from './fix-of.ts'
import { openPanel } from './panel.ts'

const report = (id: string, more: Partial<EventReport> = {}): EventReport => ({
  id,
  envelope: { event: { name: `n${id}` } },
  state: 'waiting',
  verdict: null,
  ...more,
})
afterEach(() => document.body.replaceChildren())

describe('the debugger', () => {
  const itemsOf = () => [...document.querySelector('vitrine-debugger')!.shadowRoot!.querySelectorAll('li')]

  it('shows each event once, newest first, in its latest state', () => {
    const show = openPanel(() => {})
    for (const id of ['1', '2']) show(report(id))
    show(report('1', { state: 'sent-again-later' }))
    expect(itemsOf().map(({ id, dataset }) => [id, dataset.state])).toEqual([
      ['2', 'waiting'],
      ['1', 'sent-again-later'],
    ])
    expect(itemsOf()[1]!.querySelector('.state')!.textContent).toBe('sent again later')
  })

  it('keeps a hundred events, and is removed when it is closed', () => {
    let closed = 0
    const show = openPanel(() => closed++)
    for (let i = 0; i < 105; i++) show(report(String(i)))
    expect([itemsOf().length, itemsOf()[0]!.id, itemsOf().at(-1)!.id]).toEqual([100, '104', '5'])
    document.querySelector('vitrine-debugger')!.shadowRoot!.querySelector('button')!.click()
    expect([closed, document.querySelector('vitrine-debugger')]).toEqual([1, null])
  })

  it('tells how to fix each fault, and what to do about each state that needs action', () => {
    const item = (type: string) => ({ message: '"a" is wrong', type, path: ['a'], context: { label: 'a' } })
    const error = [item('any.required'), item('other')]
    expect(fixesOf(report('1', { state: 'refused', verdict: { ok: false, error } }))).toEqual([
      '"a" is wrong. Send this field.',
      '"a" is wrong. See the event in the reference at /docs/.',
    ])
    const later = fixesOf(report('1', { state: 'sent-again-later', verdict: { ok: false, error: 'busy' } }))
    expect([later[0], later.length]).toEqual(['busy', 2])
    expect(fixesOf(report('1', { state: 'taken', verdict: { ok: true } }))).toEqual([])
  })
})
