type Plain = unknown

type Typed = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/**
 * Copies plain data with every typed array in shared memory, so that passing it to another thread copies nothing,
 * however large the index is. Segments are never written after they are built, so no locks are needed.
 */
export function shareArrays<T>(value: T): T {
  return share(value) as T
}

function share(value: Plain): Plain {
  if (ArrayBuffer.isView(value)) return shareArray(value as Typed)
  if (Array.isArray(value)) return value.map(share)
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [key, share(part)]))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, share(part)]))
}

function shareArray(array: Typed): Typed {
  if (array.buffer instanceof SharedArrayBuffer) return array
  const kind = array.constructor as new (buffer: SharedArrayBuffer) => Typed
  const shared = new kind(new SharedArrayBuffer(array.byteLength))
  shared.set(array as never)
  return shared
}
