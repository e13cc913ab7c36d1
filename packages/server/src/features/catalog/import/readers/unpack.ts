import { createGunzip } from 'node:zlib'
import { Unzip, UnzipInflate } from 'fflate'
import { inSmallChunks } from '../../../platform/in-small-chunks.ts'

/** Parts come in order: each file, then its bytes. */
export type UnpackedPart =
  | { kind: 'file'; name: string }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'end' }
  | { kind: 'fault'; reason: string }

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const GZIP = Buffer.from([0x1f, 0x8b])
const UTF_16_LE = Buffer.from([0xff, 0xfe])
const UTF_16_BE = Buffer.from([0xfe, 0xff])
const MAGIC_BYTES = 4

/** Unpacks archives and converts UTF-16 to UTF-8, both recognized by the first bytes; anything else is one file without a name. */
export async function* unpack(source: AsyncIterable<Uint8Array>): AsyncGenerator<UnpackedPart> {
  const { head, rest } = await peek(source)
  if (head.subarray(0, 4).equals(ZIP)) return yield* unzip(rest)
  yield { kind: 'file', name: '' }
  if (head.subarray(0, 2).equals(GZIP)) yield* gunzip(rest)
  else if (head.subarray(0, 2).equals(UTF_16_LE)) yield* decoded(rest, 'utf-16le')
  else if (head.subarray(0, 2).equals(UTF_16_BE)) yield* decoded(rest, 'utf-16be')
  else for await (const bytes of inSmallChunks(rest)) yield { kind: 'bytes', bytes }
  yield { kind: 'end' }
}

async function peek(source: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; rest: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (head.length < MAGIC_BYTES) {
    const { value, done } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > 0) yield head
      yield* { [Symbol.asyncIterator]: () => chunks }
    } finally {
      await chunks.return?.()
    }
  }
  return { head, rest: rest() }
}

async function* decoded(source: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<UnpackedPart> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of inSmallChunks(source)) {
    yield { kind: 'bytes', bytes: Buffer.from(decoder.decode(bytes, { stream: true })) }
  }
  yield { kind: 'bytes', bytes: Buffer.from(decoder.decode()) }
}

async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<UnpackedPart> {
  const stream = createGunzip()
  const failed = feed(source, stream).catch((error: unknown) => stream.destroy(error as Error))
  const bomb = new BombGuard()
  try {
    for await (const bytes of inSmallChunks(stream)) {
      const reason = bomb.grow(stream.bytesWritten, bytes.length)
      if (reason) return yield { kind: 'fault', reason }
      yield { kind: 'bytes', bytes }
    }
  } catch (error) {
    if (!isZlibError(error)) throw error
    yield { kind: 'fault', reason: `the gzip file is damaged: ${(error as Error).message}` }
  } finally {
    stream.destroy()
    await failed
  }
}

async function feed(source: AsyncIterable<Uint8Array>, stream: ReturnType<typeof createGunzip>): Promise<void> {
  for await (const chunk of source) {
    if (stream.destroyed) return
    if (!stream.write(chunk)) await new Promise((resolve) => stream.once('drain', resolve).once('close', resolve))
  }
  stream.end()
}

function isZlibError(error: unknown): boolean {
  return String((error as { code?: unknown }).code ?? '').startsWith('Z_')
}

async function* unzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<UnpackedPart> {
  const archive = new OpenArchive()
  for await (const chunk of inSmallChunks(source)) {
    for (const part of archive.push(chunk)) {
      if (part.kind === 'bytes')
        for await (const bytes of inSmallChunks(once(part.bytes))) yield { kind: 'bytes', bytes }
      else yield part
    }
    if (archive.isOver) return
  }
  yield* archive.end()
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Directories, hidden files and other entries that are not catalogs but are common in archives. */
const IGNORED = /\/$|^__MACOSX\/|(^|\/)\./
const SPREADSHEET = /^(\[Content_Types\]\.xml|xl\/)/
const SPREADSHEET_REASON = 'this is a spreadsheet file; save it as CSV (UTF-8)'

class OpenArchive {
  readonly #unzip = new Unzip((file) => this.#open(file))
  readonly #bomb = new BombGuard()
  #parts: UnpackedPart[] = []
  #read = 0
  #isInside = false
  #hasFile = false
  isOver = false

  constructor() {
    this.#unzip.register(UnzipInflate)
  }

  push(chunk: Buffer): UnpackedPart[] {
    this.#read += chunk.length
    this.#attempt(() => this.#unzip.push(chunk))
    return this.#take()
  }

  end(): UnpackedPart[] {
    this.#attempt(() => this.#unzip.push(new Uint8Array(0), true))
    if (this.#isInside) this.#fail('the archive ends inside a file')
    else if (!this.#hasFile) this.#fail('the ZIP archive contains no file that could be read')
    return this.#take()
  }

  #attempt(work: () => void): void {
    if (this.isOver) return
    try {
      work()
    } catch (error) {
      this.#fail(`the ZIP archive is damaged: ${(error as Error).message}`)
    }
  }

  #take(): UnpackedPart[] {
    const parts = this.#parts
    this.#parts = []
    return parts
  }

  #open(file: Parameters<ConstructorParameters<typeof Unzip>[0] & object>[0]): void {
    if (SPREADSHEET.test(file.name)) this.#fail(SPREADSHEET_REASON)
    if (this.isOver || IGNORED.test(file.name)) return
    this.#parts.push({ kind: 'file', name: file.name })
    this.#isInside = true
    this.#hasFile = true
    file.ondata = (error, data, isLast) => {
      if (this.isOver) return
      if (error) return this.#fail(`${file.name} in the archive is damaged: ${error.message}`)
      const reason = this.#bomb.grow(this.#read, data.length)
      if (reason) return this.#fail(reason)
      if (data.length > 0) this.#parts.push({ kind: 'bytes', bytes: Buffer.from(data) })
      if (!isLast) return
      this.#isInside = false
      this.#parts.push({ kind: 'end' })
    }
    this.#attempt(() => file.start())
  }

  #fail(reason: string): void {
    if (this.isOver) return
    this.isOver = true
    this.#parts.push({ kind: 'fault', reason })
    if (this.#isInside) this.#parts.push({ kind: 'end' })
  }
}

/** A real feed compresses to a thirtieth at best. */
const MAX_RATIO = 250
const UNSUSPICIOUS_BYTES = 64 * 1024 * 1024

class BombGuard {
  #out = 0

  /** Returns why unpacking must stop, or undefined if it may go on. */
  grow(packedBytes: number, unpackedBytes: number): string | undefined {
    this.#out += unpackedBytes
    if (this.#out < UNSUSPICIOUS_BYTES || this.#out <= packedBytes * MAX_RATIO) return undefined
    return `the archive unpacks to more than ${MAX_RATIO} times its size`
  }
}
