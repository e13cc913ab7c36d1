import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refusal } from '../features/errors.ts'
import { pullFeed } from '../ports/feed-source/pull-feed.ts'
import { Presets, SingleBar } from 'cli-progress'

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

interface ImportProgress {
  watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  stop(): void
}

const LINE_EVERY_MS = 5000
const MIB = 1024 * 1024

/** Shows a progress bar on a terminal and prints lines elsewhere. `totalBytes` is undefined if the size is unknown. */
function importProgress(name: string, totalBytes: number | undefined): ImportProgress {
  return process.stderr.isTTY && totalBytes ? barProgress(name, totalBytes) : lineProgress(name, totalBytes)
}

function barProgress(name: string, totalBytes: number): ImportProgress {
  const format = `${name} {bar} {percentage}% of ${mib(totalBytes)}, {eta_formatted} left`
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic)
  bar.start(totalBytes, 0)
  return {
    watch: (source) => counted(source, (bytes) => bar.update(bytes)),
    stop: () => bar.stop(),
  }
}

function lineProgress(name: string, totalBytes: number | undefined): ImportProgress {
  let saidAtMs = performance.now()
  return {
    watch: (source) =>
      counted(source, (bytes) => {
        if (performance.now() - saidAtMs < LINE_EVERY_MS) return
        saidAtMs = performance.now()
        const part = totalBytes ? ` of ${mib(totalBytes)}, ${Math.floor((bytes / totalBytes) * 100)}%` : ''
        process.stderr.write(`${name}: ${mib(bytes)} read${part}\n`)
      }),
    stop: () => {},
  }
}

async function* counted(source: AsyncIterable<Uint8Array>, tell: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of source) {
    yield chunk
    bytes += chunk.length
    tell(bytes)
  }
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`
}
