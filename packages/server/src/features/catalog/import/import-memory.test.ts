import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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

describe('an XML feed of 64 MB', () => {
  const PRODUCTS = 4000

  async function* feed(): AsyncGenerator<Buffer> {
    const text = 'x'.repeat(16 * 1024)
    yield Buffer.from('<rss xmlns:g="http://base.google.com/ns/1.0"><channel>')
    for (let id = 1; id <= PRODUCTS; id++) {
      const name = `identifier-of-a-product-${id}`
      yield Buffer.from(
        `<item><g:id>${name}</g:id><title>A</title><g:price>1 EUR</g:price><description>${text}</description></item>`,
      )
    }
    yield Buffer.from('</channel></rss>')
  }

  it('leaves none of its text in memory, although the products that were read are remembered', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = used()
    let products = 0
    let growth = 0
    for await (const items of readProducts(feed())) {
      products += items.filter(({ kind }) => kind === 'product').length
      // The last products wait for others of their group, in a window of 8 MiB.
      if (growth === 0 && products > PRODUCTS * 0.8) growth = used() - before
    }
    expect(products).toBe(PRODUCTS)
    expect(growth).toBeLessThan(30 * MIB)
  })
})
