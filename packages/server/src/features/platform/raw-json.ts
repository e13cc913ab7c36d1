/** A serialized part of an answer. `writeJson` copies its bytes, because the same products occur again and again. */
export class RawJson {
  /** A JSON object with at least one field, in UTF-8. */
  readonly bytes: Uint8Array
  /** Additional fields, each preceded by a comma. */
  readonly #more: string

  constructor(json: string | Uint8Array, more = '') {
    this.bytes = typeof json === 'string' ? encode(json) : json
    this.#more = more
  }

  with(fields: object): RawJson {
    const more = JSON.stringify(fields)
    return more === '{}' ? this : new RawJson(this.bytes, `${this.#more},${more.slice(1, -1)}`)
  }

  /** Returns itself as the type of the object that it stands for. The object's fields cannot be read. */
  as<T>(): T {
    return this as unknown as T
  }

  writeTo(parts: JsonPart[]): void {
    if (this.#more === '') parts.push(this.bytes)
    else parts.push(this.bytes.subarray(0, -1), `${this.#more}}`)
  }

  get json(): string {
    return writeJson(this).toString()
  }

  /** Parses itself for callers that use `JSON.stringify`. */
  toJSON(): unknown {
    return JSON.parse(this.json)
  }
}

type JsonPart = string | Uint8Array

/** Uses a buffer of its own, because a cached answer would keep a shared pool in memory. */
function encode(json: string): Uint8Array {
  return new TextEncoder().encode(json)
}

/** Fields of an answer that may contain serialized parts. */
const CARRIERS = new Set(['products', 'sections', 'data', 'recommendations'])

/** Returns the same JSON as `JSON.stringify`, as a Buffer if parts are serialized already. */
export function writeJson(value: unknown): string | Buffer {
  if (!holdsRaw(value)) return JSON.stringify(value) ?? 'null'
  const parts: JsonPart[] = []
  writeParts(value, parts)
  return joined(parts)
}

function writeParts(value: unknown, parts: JsonPart[]): void {
  if (value instanceof RawJson) value.writeTo(parts)
  else if (!holdsRaw(value)) parts.push(JSON.stringify(value) ?? 'null')
  else if (Array.isArray(value)) writeList(value, parts)
  else writeObject(value as object, parts)
}

function writeList(list: readonly unknown[], parts: JsonPart[]): void {
  list.forEach((one, i) => {
    parts.push(i === 0 ? '[' : ',')
    writeParts(one, parts)
  })
  parts.push(list.length === 0 ? '[]' : ']')
}

function writeObject(value: object, parts: JsonPart[]): void {
  const rest: Record<string, unknown> = {}
  const carried: [string, object][] = []
  for (const [key, part] of Object.entries(value)) {
    if (CARRIERS.has(key) && typeof part === 'object' && part !== null) carried.push([key, part])
    else rest[key] = part
  }
  const plain = JSON.stringify(rest)
  parts.push(plain.slice(0, -1))
  carried.forEach(([key, part], i) => {
    parts.push(`${plain === '{}' && i === 0 ? '' : ','}"${key}":`)
    writeCarrier(part, parts)
  })
  parts.push('}')
}

function writeCarrier(part: object, parts: JsonPart[]): void {
  if (Array.isArray(part)) {
    writeList(part, parts)
    return
  }
  const named = Object.entries(part).filter(([, one]) => one !== undefined)
  named.forEach(([name, one], i) => {
    parts.push(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`)
    writeParts(one, parts)
  })
  parts.push(named.length === 0 ? '{}' : '}')
}

function holdsRaw(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (value instanceof RawJson) return true
  if (Array.isArray(value)) return value.some(holdsRaw)
  if ('toJSON' in value) return false
  for (const name of CARRIERS) {
    const part = (value as Record<string, unknown>)[name]
    if (typeof part === 'object' && part !== null && Object.values(part).some(holdsRaw)) return true
  }
  return false
}

function joined(parts: readonly JsonPart[]): Buffer {
  let size = 0
  for (const part of parts) size += typeof part === 'string' ? Buffer.byteLength(part) : part.length
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  for (const part of parts) {
    if (typeof part === 'string') at += bytes.write(part, at)
    else {
      bytes.set(part, at)
      at += part.length
    }
  }
  return bytes
}
