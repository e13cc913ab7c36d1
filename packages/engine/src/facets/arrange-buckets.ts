/** Turns counts into buckets: selects and sorts the values to show, and sums up the rest. */
import { valueKey } from '../columns/value-key.ts'
import { compareValues, orderedValue } from '../columns/value-order.ts'
import { type FacetBucket, type FacetRequest, type FacetResult, OTHERS } from './facet-request.ts'
import { selectTop } from '../columns/select-top.ts'
import type { ValueCounts } from './value-counts.ts'
import type { ValueUnion } from './value-union.ts'

export interface CountedFacet {
  request: FacetRequest
  union: ValueUnion
  counted: ValueCounts
  selected: readonly string[]
  /** Values shown even with a count of 0. */
  zeros: readonly number[]
}

export function arrangeBuckets(facet: CountedFacet): FacetResult {
  const { request, counted } = facet
  const names = numberNames(facet)
  const shown = visibleNumbers(facet, names)
  const countAt = (number: number) => (number < facet.union.size ? counted.counts[number] : 0)
  const top = selectTop(shown, request.limit, bucketOrder(facet, names, countAt))
  const buckets: FacetBucket[] = top.map((number) => ({
    value: names.valueAt(number),
    count: countAt(number),
    enabled: !names.disabled.has(number),
    isOthers: false,
  }))
  const otherCount = sumCounts(shown, countAt) - sumCounts(top, countAt)
  const hasMore = shown.length > top.length
  if (hasMore && request.groupOthers) buckets.push(othersBucket(otherCount))
  return { key: request.key, buckets, hasMore, otherCount }
}

interface NumberNames {
  valueAt: (number: number) => string
  find: (value: string) => number
  disabled: ReadonlySet<number>
  position: ReadonlyMap<number, number>
}

/** Gives requested values that no product has the numbers after those of the union. */
function numberNames({ union, request, selected }: CountedFacet): NumberNames {
  const extras: string[] = []
  const numberOf = new Map<string, number>()
  const keyOf = (value: string) => valueKey(value, union.folding)
  for (const value of [...selected, ...request.authored.map((authored) => authored.value)]) {
    if (numberOf.has(keyOf(value)) || union.find(value) >= 0) continue
    numberOf.set(keyOf(value), union.size + extras.push(value) - 1)
  }
  const find = (value: string) => numberOf.get(keyOf(value)) ?? union.find(value)
  const disabled = new Set<number>()
  const position = new Map<number, number>()
  const written = new Map<number, string>()
  for (const authored of request.authored) {
    const number = find(authored.value)
    if (position.has(number)) continue
    position.set(number, authored.position)
    written.set(number, authored.value)
    if (!authored.enabled) disabled.add(number)
  }
  const found = (number: number) => (number < union.size ? union.valueAt(number) : extras[number - union.size])
  const valueAt = (number: number) => written.get(number) ?? found(number)
  return { valueAt, find, disabled, position }
}

function visibleNumbers(facet: CountedFacet, names: NumberNames): number[] {
  const { request, counted, selected, zeros } = facet
  const shown: number[] = []
  const mayShow = (number: number) => request.includeDisabled || !names.disabled.has(number)
  for (let i = 0; i < counted.touchedCount; i++) if (mayShow(counted.touched[i])) shown.push(counted.touched[i])
  const empty = new Set(selected.map(names.find))
  if (request.includeZeroCounts) {
    for (const number of zeros) empty.add(number)
    for (const { value } of request.authored) empty.add(names.find(value))
  }
  for (const number of empty) {
    const counts = number < facet.union.size ? counted.counts[number] : 0
    if (counts === 0 && mayShow(number)) shown.push(number)
  }
  return shown
}

function bucketOrder({ union, request }: CountedFacet, names: NumberNames, countAt: (number: number) => number) {
  const byValue = (a: number, b: number) => {
    if (a < union.size && b < union.size) return union.compare(a, b)
    const ordered = (number: number) => orderedValue(names.valueAt(number), union.folding)
    return compareValues(ordered(a), ordered(b))
  }
  const byCount = (a: number, b: number) => countAt(b) - countAt(a) || byValue(a, b)
  if (request.sortBy === 'count') return byCount
  if (request.sortBy === 'value') return byValue
  const place = (number: number) => names.position.get(number) ?? Number.MAX_SAFE_INTEGER
  return (a: number, b: number) => place(a) - place(b) || byCount(a, b)
}

function sumCounts(numbers: readonly number[], countAt: (number: number) => number): number {
  let sum = 0
  for (const number of numbers) sum += countAt(number)
  return sum
}

function othersBucket(count: number): FacetBucket {
  return { value: OTHERS, count, enabled: true, isOthers: true }
}
