/** A batch on its way to the log's thread: bytes that change hands instead of hundreds of objects to clone. */
import { toBytes, writeHead } from './event-lines.ts'
import type { LogEntry } from './event-log.ts'

/** Events of one shop in the order they came, as lines (see event-lines.ts). */
export interface PackedRun {
  shop: string
  count: number
  heads: Uint8Array<ArrayBuffer>
  bodies: Uint8Array<ArrayBuffer>
  sents: Uint8Array<ArrayBuffer>
}

/** For each run, line by line: was the event new? `null`: all were. */
export type RunVerdict = Uint8Array | null

export interface PackedEntries {
  runs: PackedRun[]
  /** For each run, the place of each line among the entries. Stays behind, to read the answer by. */
  places: number[][]
}

/** A reader that wants one event reads its whole run. */
const MAX_RUN = 1000

export function packEntries(entries: readonly LogEntry[]): PackedEntries {
  const open = new Map<string, number[]>()
  const places: number[][] = []
  const shops: string[] = []
  for (let i = 0; i < entries.length; i++) {
    const { shop } = entries[i]!
    let run = open.get(shop)
    if (run === undefined || run.length === MAX_RUN) {
      run = []
      open.set(shop, run)
      places.push(run)
      shops.push(shop)
    }
    run.push(i)
  }
  return { runs: places.map((run, r) => packRun(shops[r]!, run, entries)), places }
}

function packRun(shop: string, places: readonly number[], entries: readonly LogEntry[]): PackedRun {
  const heads: string[] = []
  const bodies: string[] = []
  const sents: string[] = []
  for (const place of places) {
    const { event } = entries[place]!
    if (!isLine(event.body) || !isLine(event.sent)) throw new TypeError('an event is one line of JSON')
    heads.push(writeHead(event))
    bodies.push(event.body)
    sents.push(event.sent)
  }
  return { shop, count: places.length, heads: toBytes(heads), bodies: toBytes(bodies), sents: toBytes(sents) }
}

function isLine(text: unknown): boolean {
  return typeof text === 'string' && text !== '' && !text.includes('\n')
}

/** The verdicts in the order of the entries. */
export function unpackVerdicts({ places }: PackedEntries, verdicts: readonly RunVerdict[]): boolean[] {
  const answer = new Array<boolean>(places.reduce((sum, run) => sum + run.length, 0)).fill(true)
  for (const [r, isNew] of verdicts.entries()) {
    for (const [line, place] of isNew === null ? [] : places[r]!.entries()) answer[place] = isNew?.[line] === 1
  }
  return answer
}
