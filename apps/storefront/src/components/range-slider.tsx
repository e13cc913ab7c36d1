/** Range slider with two handles over a histogram. Results are loaded when a handle is released. */
import { useEffect, useState } from 'react'
import type { Aggregations, Filter } from '../shop/filters.ts'
import { useWords } from '../shop/words.ts'
import { rangeNumber } from '../shop/range-words.ts'

interface RangeProps {
  facet: Aggregations[string]
  /** `from:to`; either may be empty. */
  selected: string | undefined
  filter: Filter
  onChange: (value: string | null) => void
}

export function RangeSlider({ facet, selected, filter, onChange }: RangeProps) {
  const words = useWords()
  const [least, most] = boundsOf(facet, selected)
  const [range, setRange] = useState(readRange(selected, least, most))
  useEffect(() => setRange(readRange(selected, least, most)), [selected, least, most])

  const commit = ([from, to]: [number, number]) => {
    if (from <= least && to >= most) onChange(null)
    else onChange(`${from <= least ? '' : from}:${to >= most ? '' : to}`)
  }
  const move = (at: 0 | 1, value: number) => {
    const next: [number, number] =
      at === 0 ? [Math.min(value, range[1]), range[1]] : [range[0], Math.max(value, range[0])]
    setRange(next)
  }
  const handle = (at: 0 | 1, name: string) => (
    <input
      type="range"
      aria-label={`${filter.title} ${name}`}
      aria-valuetext={rangeNumber(filter, range[at])}
      min={least}
      max={most}
      step={stepOf(most - least)}
      value={range[at]}
      onChange={(event) => move(at, Number(event.target.value))}
      onPointerUp={() => commit(range)}
      onKeyUp={() => commit(range)}
      onBlur={() => range.join() !== readRange(selected, least, most).join() && commit(range)}
    />
  )
  return (
    <div className="price-range">
      <Histogram facet={facet} range={range} least={least} most={most} />
      <div className="handles">
        {handle(0, words.from)}
        {handle(1, words.to)}
      </div>
      <p>
        {rangeNumber(filter, range[0])} – {rangeNumber(filter, range[1])}
      </p>
    </div>
  )
}

/** Returns a power of ten that divides the range into 50 to 500 steps; 1 for ranges up to 100. */
function stepOf(span: number): number {
  return span <= 100 ? 1 : 10 ** Math.floor(Math.log10(span / 50))
}

/** Includes the selected range, because other filters may have removed its values from the results. */
function boundsOf(facet: Aggregations[string], selected: string | undefined): [number, number] {
  const [from = '', to = ''] = (selected ?? ':').split(':')
  const ends = [facet.stats?.min, facet.stats?.max].filter((end) => (facet.stats?.count ?? 0) > 0 && end != null)
  const all = [...ends, from, to].filter((end) => end !== '').map(Number)
  if (all.length === 0) return [0, 0]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  // Both ends are multiples of the step, because a handle cannot reach any other value.
  const step = stepOf(high - low)
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step]
}

interface HistogramProps {
  facet: Aggregations[string]
  range: [number, number]
  least: number
  most: number
}

const BARS = 24

function Histogram({ facet, range, least, most }: HistogramProps) {
  const span = Math.max(1, most - least) / BARS
  const bars = countBars(facet, least, span)
  const highest = Math.max(1, ...bars)
  return (
    <div className="histogram" aria-hidden="true">
      {bars.map((count, at) => {
        const from = least + at * span
        const on = from + span > range[0] && from < range[1]
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no id but its position
        return <i key={at} className={on ? 'on' : ''} style={{ height: `${(count / highest) * 100}%` }} />
      })}
    </div>
  )
}

/** Merges buckets, because the service returns more of them than the chart has bars. */
function countBars(facet: Aggregations[string], least: number, span: number): number[] {
  const bars = new Array<number>(BARS).fill(0)
  for (const { value, count } of facet.buckets) {
    const [from] = readRange(value, least, least)
    const at = Math.max(0, Math.min(BARS - 1, Math.floor((from - least) / span)))
    bars[at] = (bars[at] ?? 0) + count
  }
  return bars
}

function readRange(value: string | undefined, least: number, most: number): [number, number] {
  const [from = '', to = ''] = (value ?? ':').split(':')
  return [from === '' ? least : Number(from), to === '' ? most : Number(to)]
}
