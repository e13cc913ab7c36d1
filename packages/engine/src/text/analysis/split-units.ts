import { charClass, DIGIT, HANGUL, LETTER, SEPARATOR, SPACELESS } from './char-class.ts'
import { wordSets } from '../../languages/language-words.ts'

/** A written word. `iphone14`, `25.4mm` and `DK-310` have several parts and a joined form. */
export interface Unit {
  readonly parts: readonly string[]
  readonly joined: string | null
}

/** Splits text of a script without spaces into words of one or more parts. */
type Segment = (run: string) => string[][]

export function splitUnits(text: string, segment: Segment): Unit[] {
  const units: Unit[] = []
  let at = 0
  while (at < text.length) {
    const kind = charClass(text.charCodeAt(at))
    if (kind === SEPARATOR) at++
    else if (kind === SPACELESS) at = takeSpaceless(text, at, segment, units)
    else at = takeUnit(text, at, units)
  }
  return units
}

const MAX_PARTS = 8
const MAX_TERM_LENGTH = 48
/** Longer runs without digits are phrases, not names. */
const MAX_PLAIN_PARTS_TO_JOIN = 3

function takeSpaceless(text: string, start: number, segment: Segment, units: Unit[]): number {
  const end = runEnd(text, start, SPACELESS)
  for (const parts of segment(text.slice(start, end)))
    units.push({ parts, joined: parts.length > 1 ? parts.join('') : null })
  return end
}

function takeUnit(text: string, start: number, units: Unit[]): number {
  const parts: string[] = []
  let joined = ''
  let hasDigit = false
  let at = start
  while (parts.length < MAX_PARTS) {
    const kind = charClass(text.charCodeAt(at))
    const end = partEnd(text, at, kind)
    const part = kind === DIGIT ? plainNumber(text.slice(at, end)) : text.slice(at, end).replaceAll("'", '')
    parts.push(part.slice(0, MAX_TERM_LENGTH))
    joined += part
    hasDigit ||= kind === DIGIT
    const next = connectedTo(text, end)
    if (next < 0) {
      pushUnit(units, parts, joined, hasDigit)
      return inchMark(text, end, kind, units)
    }
    if (text.charCodeAt(end) === SLASH) joined += '/'
    at = next
  }
  pushUnit(units, parts, joined, hasDigit)
  return at
}

function partEnd(text: string, at: number, kind: number): number {
  if (kind === DIGIT) return numberEnd(text, at)
  return kind === HANGUL ? runEnd(text, at, HANGUL) : wordEnd(text, at)
}

function pushUnit(units: Unit[], parts: string[], joined: string, hasDigit: boolean): void {
  const join =
    parts.length > 1 && joined.length <= MAX_TERM_LENGTH && (hasDigit || parts.length <= MAX_PLAIN_PARTS_TO_JOIN)
  units.push({ parts, joined: join ? joined : null })
}

const SLASH = 47
const APOSTROPHE = 39
const QUOTE = 34
const COMMA = 44
/** The characters . - _ & + */
const CONNECTORS = new Set([46, 45, 95, 38, 43])

/** Returns where the unit continues after a part that ends at `end`, or -1. */
function connectedTo(text: string, end: number): number {
  if (end >= text.length) return -1
  const code = text.charCodeAt(end)
  const kind = charClass(code)
  if (isWritten(kind)) return end
  if (end + 1 >= text.length) return -1
  const before = charClass(text.charCodeAt(end - 1))
  const after = charClass(text.charCodeAt(end + 1))
  if (!isWritten(after)) return -1
  if (CONNECTORS.has(code)) return end + 1
  if (code === SLASH && before === DIGIT && after === DIGIT) return end + 1
  return code === APOSTROPHE && before === LETTER && after === LETTER ? end + 1 : -1
}

function isWritten(kind: number): boolean {
  return kind === LETTER || kind === DIGIT || kind === HANGUL
}

/** Includes a short ending after an apostrophe (`women's`, `don't`). */
function wordEnd(text: string, start: number): number {
  const end = runEnd(text, start, LETTER)
  if (text.charCodeAt(end) !== APOSTROPHE) return end
  const tail = runEnd(text, end + 1, LETTER)
  const endsThere = tail >= text.length || charClass(text.charCodeAt(tail)) !== DIGIT
  return tail > end + 1 && tail - end <= 3 && end - start > 2 && endsThere ? tail : end
}

/** Accepts `25.4` and `1,000`. A comma before more than three digits separates a list. */
function numberEnd(text: string, start: number): number {
  let end = runEnd(text, start, DIGIT)
  while (isNumberMark(text.charCodeAt(end)) && end + 1 < text.length) {
    const next = runEnd(text, end + 1, DIGIT)
    if (next === end + 1 || (text.charCodeAt(end) === COMMA && next - end > 4)) break
    end = next
  }
  return end
}

function isNumberMark(code: number): boolean {
  return code === 46 || code === COMMA
}

function plainNumber(text: string): string {
  if (!text.includes(',')) return text
  if (/^\d{1,3}(,\d{3})+$/.test(text)) return text.replaceAll(',', '')
  return text.replaceAll(',', '.')
}

function inchMark(text: string, end: number, kind: number, units: Unit[]): number {
  if (kind !== DIGIT || text.charCodeAt(end) !== QUOTE) return end
  units.push({ parts: ['inch'], joined: null })
  return end + 1
}

function runEnd(text: string, start: number, kind: number): number {
  let end = start
  while (end < text.length && charClass(text.charCodeAt(end)) === kind) end++
  return end
}

const ELIDED_OF = wordSets(({ elided }) => elided)

/** Returns "huile" for "l'huile"; undefined if nothing is elided. */
export function withoutElision({ parts, joined }: Unit, language: string): string | undefined {
  if (parts.length !== 2 || joined === null || !ELIDED_OF(language).has(parts[0])) return undefined
  return parts[1]
}
