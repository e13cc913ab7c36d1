/** The debugger of a page: each event, its outcome, and what to do about it. */
import type { EventReport } from '../events/event-report.ts'
import { fixesOf } from './fix-of.ts'

const STYLE = `
  :host { all: initial; position: fixed; z-index: 2147483647; right: 12px; bottom: 12px; width: min(420px, calc(100vw - 24px)); font: 13px/1.4 system-ui, sans-serif; color: #1b1b1f }
  section { background: #fff; border: 1px solid #b9b9c3; border-radius: 8px; box-shadow: 0 6px 24px #0003; max-height: 60vh; overflow: auto }
  header { position: sticky; top: 0; display: flex; align-items: center; justify-content: space-between; gap: 8px; padding: 8px 12px; background: #f3f3f7; border-bottom: 1px solid #d9d9e0 }
  h2 { margin: 0; font-size: 13px }
  button { font: inherit; padding: 2px 8px }
  ol { margin: 0; padding: 0; list-style: none }
  li { padding: 8px 12px; border-bottom: 1px solid #ececf1 }
  .state { float: right; padding: 0 6px; border-radius: 4px; background: #e4e4ea }
  [data-state=taken] .state { background: #d3f0da }
  [data-state=refused] .state { background: #ffd9d6 }
  p { margin: 4px 0 0 }
  pre { margin: 4px 0 0; white-space: pre-wrap; word-break: break-word; font-size: 12px }
`
/** Older events are removed. */
const MAX_SHOWN = 100

/** Returns a function that adds an event, or updates the one with the same id. */
export function openPanel(onClose: () => void): (report: EventReport) => void {
  const host = document.createElement('vitrine-debugger')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = `<style>${STYLE}</style><section aria-label="Vitrine events"><header><h2>Vitrine events</h2><button type="button">Close</button></header><ol aria-live="polite"></ol></section>`
  const list = root.querySelector('ol') as HTMLOListElement
  root.querySelector('button')?.addEventListener('click', () => {
    host.remove()
    onClose()
  })
  document.body.append(host)
  return (report) => {
    const former = [...list.children].find((item) => item.id === report.id)
    const item = itemOf(report)
    if (former) former.replaceWith(item)
    else list.prepend(item)
    list.children[MAX_SHOWN]?.remove()
  }
}

function itemOf(report: EventReport): HTMLLIElement {
  const item = document.createElement('li')
  item.id = report.id
  item.dataset.state = report.state
  const { name } = (report.envelope as { event: { name: string } }).event
  item.append(textIn('span', report.state.replaceAll('-', ' '), 'state'), textIn('strong', name))
  for (const fix of fixesOf(report)) item.append(textIn('p', fix))
  const details = document.createElement('details')
  details.append(textIn('summary', 'Envelope'), textIn('pre', JSON.stringify(report.envelope, null, 2)))
  item.append(details)
  return item
}

function textIn(tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  element.className = className
  return element
}
