import { describe, expect, it } from 'vitest'
import { readProducts } from './read-products.ts'

const MIB = 1024 * 1024
const LINE_BYTES = 256 * MIB

/** Yields `start`, then `size` bytes of `x`, then `rest`. */
async function* withLongLine(start: string, size: number, rest: string): AsyncGenerator<Buffer> {
  yield Buffer.from(start)
  const block = Buffer.alloc(256 * 1024, 'x')
  for (let sent = 0; sent < size; sent += block.length) yield block
  yield Buffer.from(rest)
}

const PRODUCT = '{"id":1,"title":"A","variants":[{"price":1}]}'

describe('a line of 256 MB', () => {
  it.each([
    ['in a CSV', 'Handle,Title,Price\na,A,1\n', '\nb,B,2\n', 2],
    ['in a CSV, in quotes that never close', 'Handle,Title,Price\na,A,1\n"', '\nb,B,2\n', 2],
    ['in JSON lines', `${PRODUCT}\n`, `\n${PRODUCT}\n`, 2],
    ['in a JSON list', `[${PRODUCT},{"title":"`, `"},${PRODUCT}]`, 2],
  ])('%s is refused, the rest is kept, and memory stays bounded', async (_, start, rest, expected) => {
    let products = 0
    const faults: string[] = []
    let peak = 0
    const before = process.memoryUsage().rss
    for await (const items of readProducts(withLongLine(start, LINE_BYTES, rest))) {
      peak = Math.max(peak, process.memoryUsage().rss - before)
      for (const item of items) {
        if (item.kind === 'product') products++
        if (item.kind === 'fault') faults.push(item.reason)
      }
    }
    expect(products).toBe(expected)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/longer than 8 MiB/)
    expect(peak).toBeLessThan(100 * MIB)
  })
})
