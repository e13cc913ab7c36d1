/**
 * A chunk has texts with one line per event: `heads` (id, time, subjects), `bodies` (normalized), `sents` (as sent).
 * Erased events leave empty lines, so that others keep their numbers.
 */
import { textOf, withRoomForChecksum } from './chunk-checksum.ts'
import type { LoggedEvent, NewEvent } from './event-log.ts'

export interface Head {
  id: string
  receivedAtMs: number
  subjects: string[]
}

/** Separates the parts by tabs, or writes a JSON array if a part contains a tab or a line break. */
export function writeHead({ id, receivedAtMs, subjects }: Pick<NewEvent, 'id' | 'receivedAtMs' | 'subjects'>): string {
  let head = `${id}\t${receivedAtMs}`
  for (const subject of subjects) head += `\t${subject}`
  const parts = 2 + subjects.length
  return isPlain(head, parts) ? head : JSON.stringify([id, receivedAtMs, ...subjects])
}

function isPlain(head: string, parts: number): boolean {
  if (head.charCodeAt(0) === OPENING_BRACKET || head.includes('\n')) return false
  let tabs = 0
  for (let at = head.indexOf('\t'); at >= 0; at = head.indexOf('\t', at + 1)) tabs++
  return tabs === parts - 1
}

const OPENING_BRACKET = 0x5b

export function readHead(line: string): Head {
  const listed = line.charCodeAt(0) === OPENING_BRACKET
  const [id, receivedAtMs, ...subjects] = listed ? (JSON.parse(line) as string[]) : line.split('\t')
  return { id: id as string, receivedAtMs: Number(receivedAtMs), subjects }
}

/** Reads only the id, because this is called for every incoming event. */
export function idOfHead(line: string): string {
  return line.charCodeAt(0) === OPENING_BRACKET ? readHead(line).id : line.slice(0, line.indexOf('\t'))
}

export function isAbout(subjects: readonly string[]): (head: string) => boolean {
  const wanted = new Set(subjects)
  return (head) => readHead(head).subjects.some((subject) => wanted.has(subject))
}

/** Leaves room for the checksum, which is written once the position in the log is known. */
export function toBytes(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  return withRoomForChecksum(lines.join('\n'))
}

export function toLines(bytes: Uint8Array): string[] {
  return textOf(bytes).split('\n')
}

export interface ChunkLines {
  heads: string[]
  bodies: string[]
  sents: string[]
}

export function toLogged(lines: ChunkLines, line: number, offset: number): LoggedEvent {
  return { offset, ...readHead(lines.heads[line]!), body: lines.bodies[line]!, sent: lines.sents[line]! }
}
