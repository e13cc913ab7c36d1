/** Packs a batch as bytes, which are transferred to the log's thread instead of cloning hundreds of objects. */
import { toBytes, writeHead } from './event-lines.ts'
import type { LogEntry } from './event-log.ts'

/** Events of one shop in order of arrival, as lines (see event-lines.ts). */
export interface PackedChunk {
  shop: string
  count: number
  heads: Uint8Array<ArrayBuffer>
  bodies: Uint8Array<ArrayBuffer>
  sents: Uint8Array<ArrayBuffer>
  /** Bytes of each event without a key; 0 for others. */
  keylessBytes: number[]
}

/** 1 for each line whose event was new; `null` if all were. */
export type NewEventMask = Uint8Array | null

export interface PackedEntries {
  chunks: PackedChunk[]
  /** Index of the entry of each line in each chunk. Stays in this thread, which needs it to read the result. */
  places: number[][]
}

/** Reading one event means reading its whole chunk. */
const MAX_CHUNK = 1000

export function packEntries(entries: readonly LogEntry[]): PackedEntries {
  const open = new Map<string, number[]>()
  const places: number[][] = []
  const shops: string[] = []
  for (let i = 0; i < entries.length; i++) {
    const { shop } = entries[i]!
    let chunk = open.get(shop)
    if (chunk === undefined || chunk.length === MAX_CHUNK) {
      chunk = []
      open.set(shop, chunk)
      places.push(chunk)
      shops.push(shop)
    }
    chunk.push(i)
  }
  return { chunks: places.map((chunk, r) => packChunk(shops[r]!, chunk, entries)), places }
}

function packChunk(shop: string, places: readonly number[], entries: readonly LogEntry[]): PackedChunk {
  const heads: string[] = []
  const bodies: string[] = []
  const sents: string[] = []
  const keylessBytes: number[] = []
  for (const place of places) {
    const { event } = entries[place]!
    if (!isLine(event.body) || !isLine(event.sent)) throw new TypeError('an event is one line of JSON')
    heads.push(writeHead(event))
    bodies.push(event.body)
    sents.push(event.sent)
    keylessBytes.push(event.isKeyless ? Buffer.byteLength(event.body) + Buffer.byteLength(event.sent) : 0)
  }
  const columns = { heads: toBytes(heads), bodies: toBytes(bodies), sents: toBytes(sents) }
  return { shop, count: places.length, ...columns, keylessBytes }
}

function isLine(text: unknown): boolean {
  return typeof text === 'string' && text !== '' && !text.includes('\n')
}

/** Returns results in the order of the entries. */
export function unpackMasks({ places }: PackedEntries, masks: readonly NewEventMask[]): boolean[] {
  const answer = new Array<boolean>(places.reduce((sum, chunk) => sum + chunk.length, 0)).fill(true)
  for (const [r, isNew] of masks.entries()) {
    for (const [line, place] of isNew === null ? [] : places[r]!.entries()) answer[place] = isNew?.[line] === 1
  }
  return answer
}
