import {
  isAmount,
  isMeasureUnit,
  isSameMeasure,
  type Measure,
  mayStandApart,
  measuresOf,
  spellingsOf,
} from '../text/analysis/measure.ts'
import { hasPhrase } from '../text/expand/find-phrase.ts'
import { type AttributeValues, merged } from './constraint.ts'
import { isMostlyIn, type Reading, type Run, take, valuesOf } from './reading.ts'

/** "24 inch", "24in", 24" and "60.96 cm" ask for the same; only what some product states is a constraint. */
export function readMeasures(reading: Reading): void {
  const { tokens } = reading
  for (let at = 0; at < tokens.length; at++) {
    const found = measureAt(reading, at)
    if (found === undefined) continue
    takeMeasure(reading, found)
    at = found.run.end - 1
  }
}

interface FoundMeasure {
  run: Run
  amount: string
  unit: string
}

function measureAt({ tokens }: Reading, at: number): FoundMeasure | undefined {
  const { word, parts, isTaken } = tokens[at]
  if (isTaken) return undefined
  if (parts.length === 2 && isAmount(parts[0]) && isMeasureUnit(parts[1]))
    return { run: { first: at, end: at + 1 }, amount: parts[0], unit: parts[1] }
  const next = tokens[at + 1]
  if (!next || next.isTaken || !isAmount(word) || !mayStandApart(next.word)) return undefined
  return { run: { first: at, end: at + 2 }, amount: word, unit: next.word }
}

function takeMeasure(reading: Reading, { run, amount, unit }: FoundMeasure): void {
  const { index, tokens } = reading
  const [token] = tokens.slice(run.first)
  // A part number may read like a measure.
  if (run.end - run.first === 1 && isMostlyIn(reading, token.word, 'skus') && isKnown(reading, token.word)) return
  const phrases = spellingsOf(amount, unit).filter((words) =>
    index.views.some(({ segment }) => hasPhrase(segment.text, words)),
  )
  const measures = measuresOf(amount, unit)
  const attributes = attributesOf(reading, measures)
  if (phrases.length === 0 && attributes.length === 0) return
  take(reading, run, { kind: 'measure', attributes, phrases, measures, isCut: false })
}

function isKnown({ index }: Reading, word: string): boolean {
  return index.views.some(({ segment }) => hasPhrase(segment.text, [word]))
}

function attributesOf(reading: Reading, measures: readonly Measure[]): AttributeValues[] {
  const isAsked = (stated: readonly Measure[]) => stated.some((own) => measures.some((one) => isSameMeasure(one, own)))
  const found = reading.index.views.flatMap((_, view) =>
    valuesOf(reading, view).measures.map(({ kind, name, values }) => ({
      kind,
      name,
      values: [...values].filter(([, stated]) => isAsked(stated)).map(([value]) => value),
    })),
  )
  return merged(found.filter(({ values }) => values.length > 0))
}
