/** A table repeats the chart's figures for screen readers and for copying. */
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../messages/messages.tsx'
import { DataTable } from './data-table.tsx'

export interface Series {
  name: string
  kind?: 'first' | 'second' | 'before'
  values: readonly (number | null)[]
}

interface LineChartProps {
  caption: string
  labels: readonly string[]
  series: readonly Series[]
  format: (value: number | null) => string
}

/** Width until the actual width is known, in pixels. */
const FIRST_WIDTH = 640
const HEIGHT = 200
const LEFT = 52
const BOTTOM = 22
const TOP = 8

export function LineChart({ caption, labels, series, format }: LineChartProps) {
  const { t } = useWords()
  const [asTable, setAsTable] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  return (
    <figure className="chart">
      <div className="spread">
        <div className="legend">
          {series.map(({ name, kind = 'first', values }) => (
            <span key={name} className={kind}>
              <i />
              {name}
              {at !== null && <b> {format(values[at] ?? null)}</b>}
            </span>
          ))}
          {at !== null && <span>{labels[at]}</span>}
        </div>
        <div className="segmented">
          <button type="button" aria-pressed={!asTable} onClick={() => setAsTable(false)}>
            {t('chart.chart')}
          </button>
          <button type="button" aria-pressed={asTable} onClick={() => setAsTable(true)}>
            {t('chart.table')}
          </button>
        </div>
      </div>
      {asTable ? (
        <DaysTable caption={caption} labels={labels} series={series} format={format} />
      ) : (
        <Plot caption={caption} labels={labels} series={series} format={format} at={at} setAt={setAt} />
      )}
    </figure>
  )
}

function DaysTable({ caption, labels, series, format }: LineChartProps) {
  const { t } = useWords()
  const rows = labels.map((label, index) => ({ label, index })).reverse()
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={(row) => row.index}
      columns={[
        { title: t('chart.day'), cell: (row) => row.label },
        ...series.map(({ name, values }) => ({
          title: name,
          number: true,
          cell: (row: { index: number }) => format(values[row.index] ?? null),
        })),
      ]}
    />
  )
}

interface PlotProps extends LineChartProps {
  at: number | null
  setAt: (at: number | null) => void
}

function Plot({ caption, labels, series, format, at, setAt }: PlotProps) {
  const [box, width] = useWidth()
  const last = Math.max(1, labels.length - 1)
  const top = niceTop(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const x = (index: number) => LEFT + (index / last) * (width - LEFT - 8)
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const place = event.clientX - event.currentTarget.getBoundingClientRect().left
    const index = Math.round(((place - LEFT) / (width - LEFT - 8)) * last)
    setAt(Math.max(0, Math.min(last, index)))
  }
  const first = series[0]?.values ?? []
  return (
    <div ref={box}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={caption}
        onPointerMove={point}
        onPointerLeave={() => setAt(null)}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line className="gridline" x1={LEFT} x2={width - 8} y1={y(top * share)} y2={y(top * share)} />
            <text className="axis" x={LEFT - 8} y={y(top * share) + 4} textAnchor="end">
              {format(top * share)}
            </text>
          </g>
        ))}
        {axisDays(labels.length).map((index) => (
          <text key={index} className="axis" x={x(index)} y={HEIGHT - 4} textAnchor={anchorOf(index, last)}>
            {labels[index]}
          </text>
        ))}
        <path className="area" d={`${linePath(first, x, y)} L${x(last)},${y(0)} L${x(0)},${y(0)} Z`} />
        {series.map(({ name, kind = 'first', values }) => (
          <path key={name} className={`line ${kind}`} d={linePath(values, x, y)} />
        ))}
        {at !== null && (
          <>
            <line className="cursor" x1={x(at)} x2={x(at)} y1={TOP} y2={y(0)} />
            <circle className="dot" cx={x(at)} cy={y(first[at] ?? 0)} r="4.5" />
          </>
        )}
      </svg>
    </div>
  )
}

/** The chart is drawn at its actual width and never scaled, so that labels keep their size. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.round(entry?.contentRect.width ?? 0))))
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return [box, width] as const
}

type Scale = (value: number) => number

function linePath(values: readonly (number | null)[], x: Scale, y: Scale): string {
  return values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)},${y(value ?? 0).toFixed(1)}`)
    .join(' ')
}

function anchorOf(index: number, last: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start'
  return index === last ? 'end' : 'middle'
}

/** Returns the days with labels: the first, the last and two in between. */
function axisDays(count: number): number[] {
  if (count < 2) return count === 1 ? [0] : []
  return [...new Set([0, 1 / 3, 2 / 3, 1].map((share) => Math.round(share * (count - 1))))]
}

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten, so that labels stay short. */
export function niceTop(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10) * power
}
