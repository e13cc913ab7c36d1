import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refusal } from '../features/errors.ts'
import { importProgress } from './import-progress.ts'
import { pullFeed } from '../ports/feed-source/pull-feed.ts'

export interface OpenSource {
  bytes: AsyncIterable<Uint8Array>
  close(): void
}

const CHUNK_BYTES = 256 * 1024

export async function openSource(place: string): Promise<OpenSource> {
  if (place === '-') return watched('standard input', process.stdin)
  if (/^https?:\/\//i.test(place)) return fetched(place)
  const { size } = await stat(place)
  return watched(basename(place), createReadStream(place, { highWaterMark: CHUNK_BYTES }), size)
}

async function fetched(address: string): Promise<OpenSource> {
  const pulled = await pullFeed(address)
  if (pulled.kind === 'unchanged') throw new Refusal(400, `${address} answered that nothing has changed`)
  return watched(address, pulled.bytes, pulled.length)
}

export function watched(name: string, source: AsyncIterable<Uint8Array>, bytes?: number): OpenSource {
  const progress = importProgress(name, bytes)
  return { bytes: progress.watch(source), close: () => progress.stop() }
}
