import { Presets, SingleBar } from 'cli-progress'

export interface ImportProgress {
  watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  stop(): void
}

const LINE_EVERY_MS = 5000
const MIB = 1024 * 1024

/** Shows a progress bar on a terminal, and otherwise prints a line from time to time. `totalBytes` is undefined if unknown. */
export function importProgress(name: string, totalBytes: number | undefined): ImportProgress {
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
    // Counted only when the reader asks for more, because by then the chunk has been processed.
    bytes += chunk.length
    tell(bytes)
  }
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`
}
