import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Container, ContainerRefused, decodeContainer, encodeContainer } from './container.ts'

const SAMPLE: Container = {
  kind: 'sample',
  version: 3,
  about: { seq: 7, title: 'naïve 長い' },
  arrays: {
    doubles: Float64Array.of(2 ** 52, Number.NaN),
    floats: Float32Array.of(1, 2.5, -0),
    integers: Int32Array.of(-1),
    words: Uint32Array.of(0xffffffff),
    halves: Uint16Array.of(7, 8, 9),
    bytes: Uint8Array.of(1),
    nothing: new Uint8Array(0),
  },
}

function bytesOf(container: Container): Uint8Array {
  return new Uint8Array(Buffer.concat(encodeContainer(container)))
}

describe('a container', () => {
  it('is read as it was written', () => {
    expect(decodeContainer(bytesOf(SAMPLE))).toEqual(SAMPLE)
  })

  it('is read at any offset in memory', () => {
    const bytes = bytesOf(SAMPLE)
    for (let shift = 0; shift < 9; shift++) {
      const moved = Buffer.concat([Buffer.alloc(shift), bytes]).subarray(shift)
      expect(decodeContainer(moved)).toEqual(SAMPLE)
    }
  })

  it('keeps arrays that are a part of a larger one', () => {
    const large = Uint16Array.of(1, 2, 3, 4, 5)
    const part = { ...SAMPLE, arrays: { part: large.subarray(1, 4) } }
    expect(decodeContainer(bytesOf(part)).arrays.part).toEqual(Uint16Array.of(2, 3, 4))
  })

  it('is read from a source in parts of limited size', () => {
    const bytes = bytesOf(SAMPLE)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), (maxPartBytes) => {
        const parts: number[] = []
        const read = (from: number, to: number) => {
          parts.push(to - from)
          return bytes.slice(from, to)
        }
        expect(decodeContainer({ length: bytes.length, maxPartBytes, read })).toEqual(SAMPLE)
        // The largest array has 16 bytes; the first two parts are the prefix and the header.
        expect(Math.max(...parts.slice(2))).toBeLessThanOrEqual(Math.max(16, maxPartBytes))
      }),
    )
  })

  it('is refused in parts if any byte changed', () => {
    const bytes = bytesOf(SAMPLE)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flipped) => {
        const broken = bytes.slice()
        broken[at]! ^= flipped
        const read = (from: number, to: number) => broken.slice(from, to)
        expect(() => decodeContainer({ length: bytes.length, maxPartBytes: 16, read })).toThrow(ContainerRefused)
      }),
    )
  })

  it('is refused if any byte changed', () => {
    const bytes = bytesOf(SAMPLE)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flipped) => {
        const broken = bytes.slice()
        broken[at]! ^= flipped
        expect(() => decodeContainer(broken)).toThrow(ContainerRefused)
      }),
    )
  })

  it('is refused if it is truncated, followed by more bytes, or something else', () => {
    const bytes = bytesOf(SAMPLE)
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeContainer(bytes.slice(0, length))).toThrow(ContainerRefused)
    expect(() => decodeContainer(new Uint8Array(Buffer.concat([bytes, Buffer.alloc(8)])))).toThrow(ContainerRefused)
    expect(() => decodeContainer(new Uint8Array(64).fill(120))).toThrow(ContainerRefused)
  })
})
