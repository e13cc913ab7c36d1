// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDrag } from './use-drag.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let under: Element | null = null
let frames: (() => void)[] = []
let scrolled = 0
beforeEach(() => {
  frames = []
  scrolled = 0
  document.elementFromPoint = () => under
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => delete frames[frame - 1])
  vi.stubGlobal('scrollBy', (_x: number, y: number) => (scrolled += y))
  vi.stubGlobal('innerHeight', 1000)
})
afterEach(() => void vi.unstubAllGlobals())

interface HandleProps {
  onDrop: (rank: number) => void
  onReady: (drag: ReturnType<typeof useDrag>) => void
}

function Handle({ onDrop, onReady }: HandleProps) {
  onReady(useDrag(onDrop))
  return null
}

/** Renders two lists of three rows. Only the rows of the first list can be dragged. */
function lists() {
  const dropped: number[] = []
  let drag: ReturnType<typeof useDrag> | undefined
  const onDrop = (rank: number) => void dropped.push(rank)
  const onReady = (made: ReturnType<typeof useDrag>) => {
    drag = made
  }
  act(() => createRoot(document.createElement('div')).render(createElement(Handle, { onDrop, onReady })))
  const list = () => {
    const element = document.createElement('ol')
    element.innerHTML = [1, 2, 3].map((rank) => `<li data-rank="${rank}"><b></b></li>`).join('')
    return element
  }
  const [own, other] = [list(), list()]
  document.body.replaceChildren(own, other)
  const handle = own.querySelector('b')!
  handle.setPointerCapture = () => {}
  const event = (more = {}) =>
    ({ currentTarget: handle, button: 0, pointerId: 1, clientX: 5, clientY: 500, ...more }) as never
  const marked = () => [...document.querySelectorAll('[data-over]')].map((row) => row.getAttribute('data-rank'))
  const move = (to: Element | null, clientY = 500) => {
    under = to
    drag!.onPointerMove(event({ clientY }))
  }
  return {
    dropped,
    drag: drag!,
    event,
    marked,
    move,
    row: (at: number) => own.children[at]!,
    foreign: other.children[1]!,
  }
}

describe('dragging a row', () => {
  it('marks the row below the pointer, and drops on it', () => {
    const { drag, event, marked, move, row, dropped } = lists()
    drag.onPointerDown(event())
    move(row(1).firstElementChild)
    expect(marked()).toEqual(['2'])
    move(row(2))
    expect(marked()).toEqual(['3'])
    drag.onPointerUp(event())
    expect([dropped, marked()]).toEqual([[3], []])
    drag.onPointerUp(event())
    expect(dropped).toEqual([3])
  })

  it('ignores a drop on the row itself, on another list or outside, another button, and a canceled drag', () => {
    const { drag, event, marked, move, row, foreign, dropped } = lists()
    for (const target of [row(0), foreign, null]) {
      drag.onPointerDown(event())
      move(target)
      drag.onPointerUp(event())
    }
    drag.onPointerDown(event({ button: 2 }))
    move(row(1))
    drag.onPointerUp(event())
    drag.onPointerDown(event())
    move(row(1))
    drag.onPointerCancel()
    drag.onPointerUp(event())
    expect([dropped, marked()]).toEqual([[], []])
  })

  it('stops scrolling when the drag ends', () => {
    const { drag, event, move } = lists()
    drag.onPointerDown(event())
    move(null, 999)
    const begun = frames.at(-1)!
    drag.onPointerUp(event())
    begun()
    expect(scrolled).toBe(0)
  })

  it.each([
    [71, -14],
    [72, 0],
    [928, 0],
    [929, 14],
  ])('at %s of 1000 pixels scrolls by %s', (clientY, by) => {
    const { drag, event, move, marked, row } = lists()
    drag.onPointerDown(event())
    move(null, clientY)
    under = row(2)
    frames.at(-1)!()
    expect([scrolled, marked()]).toEqual([by, by === 0 ? [] : ['3']])
    drag.onPointerCancel()
    expect(Object.keys(frames)).not.toContain(String(frames.length - 1))
  })
})
