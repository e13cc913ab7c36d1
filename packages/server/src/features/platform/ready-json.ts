/**
 * Answers hold the same products again and again. `ReadyJson` is a part of an answer that is JSON already; `writeJson` puts it
 * where it stands, instead of building and writing the same objects anew for every request.
 */
export class ReadyJson {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }

  /** The same object with further fields at its end. */
  with(fields: object): ReadyJson {
    const more = JSON.stringify(fields)
    return more === '{}' ? this : new ReadyJson(`${this.json.slice(0, -1)},${more.slice(1)}`)
  }

  /** Counted as what it reads as: an answer's type knows objects only. Its fields cannot be read any more. */
  as<T>(): T {
    return this as unknown as T
  }

  /** For whoever writes the answer without `writeJson`. */
  toJSON(): unknown {
    return JSON.parse(this.json)
  }
}

/** Fields below which an answer may hold ready parts; everything else is written as usual. */
const CARRIERS = new Set(['products', 'sections', 'data', 'recommendations'])

/** What `JSON.stringify` would write. */
export function writeJson(value: unknown): string {
  if (value instanceof ReadyJson) return value.json
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value) ?? 'null'
  const rest: Record<string, unknown> = {}
  const carried: string[] = []
  for (const [key, part] of Object.entries(value)) {
    if (CARRIERS.has(key) && typeof part === 'object' && part !== null) carried.push(`"${key}":${writeCarrier(part)}`)
    else rest[key] = part
  }
  if (carried.length === 0) return JSON.stringify(value)
  const plain = JSON.stringify(rest)
  return plain === '{}' ? `{${carried.join(',')}}` : `${plain.slice(0, -1)},${carried.join(',')}}`
}

/** A list of parts, or parts by name. */
function writeCarrier(part: object): string {
  if (Array.isArray(part)) return writeJson(part)
  const named = Object.entries(part).filter(([, one]) => one !== undefined)
  return `{${named.map(([name, one]) => `${JSON.stringify(name)}:${writeJson(one)}`).join(',')}}`
}
