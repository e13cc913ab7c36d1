/**
 * A batch of entries as a few long texts: handing one text to a thread costs a copy of its bytes, handing over many small objects
 * costs far more than the bytes in them.
 */
import type { LogEntry } from './event-log.ts'

export interface PackedEntries {
  /** Each shop once. */
  shops: string[]
  shopOf: Uint32Array
  receivedAtMs: Float64Array
  /** One a line; subjects of an event are parted by tabs. */
  ids: string
  subjects: string
  bodies: string
  sents: string
}

export function packEntries(entries: readonly LogEntry[]): PackedEntries {
  const shops = new Map<string, number>()
  const shopOf = new Uint32Array(entries.length)
  const receivedAtMs = new Float64Array(entries.length)
  entries.forEach(({ shop, event }, i) => {
    if (!shops.has(shop)) shops.set(shop, shops.size)
    shopOf[i] = shops.get(shop) as number
    receivedAtMs[i] = event.receivedAtMs
  })
  return {
    shops: [...shops.keys()],
    shopOf,
    receivedAtMs,
    ids: entries.map(({ event }) => event.id).join('\n'),
    subjects: entries.map(({ event }) => event.subjects.join('\t')).join('\n'),
    bodies: entries.map(({ event }) => event.body).join('\n'),
    sents: entries.map(({ event }) => event.sent).join('\n'),
  }
}

export function unpackEntries(packed: PackedEntries): LogEntry[] {
  const ids = packed.ids.split('\n')
  const subjects = packed.subjects.split('\n')
  const sents = packed.sents.split('\n')
  return packed.bodies.split('\n').map((body, i) => ({
    shop: packed.shops[packed.shopOf[i] as number] as string,
    event: {
      id: ids[i] as string,
      receivedAtMs: packed.receivedAtMs[i] as number,
      subjects: subjects[i] ? (subjects[i] as string).split('\t') : [],
      body,
      sent: sents[i] as string,
    },
  }))
}

/** Ids are free text: one with a line break in it would fall apart. */
export function canPack(entries: readonly LogEntry[]): boolean {
  return entries.every(
    ({ event }) =>
      typeof event.body === 'string' &&
      !event.sent.includes('\n') &&
      !/[\n\t]/.test(event.id) &&
      !event.subjects.some((subject) => /[\n\t]/.test(subject)) &&
      !event.body.includes('\n'),
  )
}
