/** The little of protobuf's wire format that ONNX files need: varints, length-delimited fields and 32-bit floats. */

export type ProtobufField =
  | { number: number; kind: 'varint'; value: bigint }
  | { number: number; kind: 'bytes'; value: Uint8Array }
  | { number: number; kind: 'fixed'; value: Uint8Array }

export function varintField(field: number, value: number | bigint): Uint8Array {
  return join([varint((field << 3) | 0), varint(value)])
}

export function bytesField(field: number, value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  return join([varint((field << 3) | 2), varint(bytes.length), bytes])
}

export function floatField(field: number, value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setFloat32(0, value, true)
  return join([varint((field << 3) | 5), bytes])
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}

/** The fields of one message in file order; nested messages come as bytes, without a copy. */
export function* readFields(message: Uint8Array): Generator<ProtobufField> {
  let at = 0
  const next = (): bigint => {
    const [value, end] = readVarint(message, at)
    at = end
    return value
  }
  const take = (length: number): Uint8Array => {
    if (at + length > message.length) throw new Error('protobuf: a field runs past the end of its message')
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(next())
    const number = tag >>> 3
    const wire = tag & 7
    if (wire === 0) yield { number, kind: 'varint', value: next() }
    else if (wire === 2) yield { number, kind: 'bytes', value: take(Number(next())) }
    else if (wire === 5) yield { number, kind: 'fixed', value: take(4) }
    else if (wire === 1) yield { number, kind: 'fixed', value: take(8) }
    else throw new Error(`protobuf: wire type ${wire} is not used by ONNX`)
  }
}

export function readVarint(bytes: Uint8Array, start: number): [value: bigint, end: number] {
  let value = 0n
  let shift = 0n
  let at = start
  for (;;) {
    const byte = bytes[at++]
    if (byte === undefined || shift > 63n) throw new Error('protobuf: a number is cut off')
    value |= BigInt(byte & 127) << shift
    if (byte < 128) return [value, at]
    shift += 7n
  }
}

function varint(value: number | bigint): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value))
  const out: number[] = []
  while (rest > 127n) {
    out.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  out.push(Number(rest))
  return Uint8Array.from(out)
}
