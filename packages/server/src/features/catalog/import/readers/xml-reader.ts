import { wellFormed } from '@vitrine/contract'
import { SaxesParser } from 'saxes'
import { MAX_RECORD_BYTES } from '../../../platform/split-lines.ts'
import { type ReaderItem, type RecordReader, TOO_LONG } from './record-reader.ts'

/** Names that feeds use for the product element. A mapping may add others. */
const RECORD_ELEMENTS = ['item', 'entry', 'product', 'offer', 'shopitem', 'article', 'row', 'record']
const GOOGLE_NAMESPACE = 'http://base.google.com/ns/1.0'
/** Elements nested deeper than this are left out; no product needs them. */
const MAX_DEPTH = 32
/** Further faults in the same file are not listed. */
const MAX_FAULTS = 1000
const ELEMENT_BYTES = 100

interface Element {
  name: string
  line: number
  text: string
  /** Attributes and children; absent if there are none. */
  fields: Record<string, unknown> | undefined
}

/**
 * Reads the elements of an XML feed that contain one product each, as objects of their attributes (`@name`) and
 * children. Names in Google's namespace begin with `g:`. Entities that a feed defines are not expanded.
 */
export class XmlReader implements RecordReader {
  readonly #parser: SaxesParser<{ xmlns: true; position: true }>
  readonly #recordElements: ReadonlySet<string>
  readonly #maxBytes: number
  #decoder: InstanceType<typeof TextDecoder> | undefined
  #head: Buffer = Buffer.alloc(0)
  /** Names of the open elements above the record. */
  readonly #path: string[] = []
  /** The current record and the elements open inside it. */
  readonly #open: Element[] = []
  #size = 0
  #tooLong = false
  /** Bytes since the last tag or text. */
  #silentBytes = 0
  #items: ReaderItem[] = []
  #records = 0
  #faults = 0
  #isOver = false
  #saidSign = false
  readonly #seen = new Set<string>()

  constructor(recordElements: readonly string[] = [], maxBytes: number = MAX_RECORD_BYTES) {
    this.#recordElements = new Set([...RECORD_ELEMENTS, ...recordElements].map((name) => name.toLowerCase()))
    this.#maxBytes = maxBytes
    this.#parser = new SaxesParser({ xmlns: true, position: true })
    this.#parser.on('opentag', (tag) => this.#openElement(elementName(tag), tag.attributes))
    this.#parser.on('closetag', () => this.#closeElement())
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
    this.#parser.on('error', (error) => this.#trouble(error.message.replace(/^[^:]*:?\d+:\d+: /, '')))
  }

  push(chunk: Buffer): ReaderItem[] {
    if (this.#isOver) return []
    if (!this.#decoder) {
      this.#head = Buffer.concat([this.#head, chunk])
      if (this.#head.length < 200) return []
      return this.#write(this.#begin())
    }
    return this.#write(chunk)
  }

  end(): ReaderItem[] {
    if (this.#isOver) return []
    const items = this.#decoder ? [] : this.#write(this.#begin())
    const open = this.#open[0]
    if (open)
      this.#items.push({ kind: 'fault', line: open.line, reason: 'the file ends inside the product that begins here' })
    else this.#close()
    if (this.#records === 0 && this.#faults === 0)
      this.#items.push({ kind: 'fault', line: 1, reason: this.#nothingFound() })
    return [...items, ...this.#take()]
  }

  #begin(): Buffer {
    const declared = /^[^>]{0,150}?encoding=["']([\w-]{1,40})["']/.exec(this.#head.toString('latin1'))?.[1]
    try {
      this.#decoder = new TextDecoder(declared)
    } catch {
      this.#decoder = new TextDecoder()
      this.#fault(`its encoding ${declared} is not supported`)
    }
    return this.#head
  }

  #write(chunk: Buffer): ReaderItem[] {
    this.#silentBytes += chunk.length
    this.#parser.write(wellFormed(this.#decoder!.decode(chunk, { stream: true })))
    if (this.#silentBytes > this.#maxBytes) {
      this.#fault(`a text ${TOO_LONG}`)
      this.#isOver = true
    }
    return this.#take()
  }

  #close(): void {
    try {
      this.#parser.close()
    } catch (error) {
      this.#fault((error as Error).message)
    }
  }

  #take(): ReaderItem[] {
    const items = this.#items
    this.#items = []
    return items
  }

  #openElement(name: string, attributes: Record<string, { name: string; value: string }>): void {
    this.#silentBytes = 0
    if (this.#open.length === 0 && !this.#recordElements.has(name.replace(/^.*:/, '').toLowerCase())) {
      if (this.#seen.size < 20) this.#seen.add(name)
      this.#path.push(name)
      return
    }
    const element: Element = { name, line: this.#parser.line, text: '', fields: undefined }
    if (this.#open.length < MAX_DEPTH) {
      for (const { name: key, value } of Object.values(attributes)) {
        if (key !== 'xmlns' && !key.startsWith('xmlns:')) this.#put(element, `@${key}`, value)
      }
    }
    this.#open.push(element)
    this.#grow(ELEMENT_BYTES)
  }

  #closeElement(): void {
    this.#silentBytes = 0
    const element = this.#open.pop()
    if (!element) {
      this.#path.pop()
      return
    }
    const parent = this.#open.at(-1)
    if (parent) {
      if (this.#open.length < MAX_DEPTH && !this.#tooLong) this.#put(parent, element.name, contentOf(element))
    } else this.#endRecord(element)
  }

  #endRecord(element: Element): void {
    const { line } = element
    const [size, tooLong] = [this.#size, this.#tooLong]
    this.#size = 0
    this.#tooLong = false
    this.#records++
    if (tooLong) {
      this.#items.push({ kind: 'fault', line, reason: `the product ${TOO_LONG}` })
      return
    }
    const value = contentOf(element)
    const fields = typeof value === 'string' ? { '#text': value } : (value as Record<string, unknown>)
    this.#items.push({ kind: 'record', record: { line, value: fields, bytes: size } })
  }

  #addText(text: string): void {
    this.#silentBytes = 0
    const element = this.#open.at(-1)
    if (!element || this.#tooLong) return
    element.text += text
    this.#grow(text.length)
  }

  #grow(bytes: number): void {
    this.#size += bytes
    if (this.#size <= this.#maxBytes || this.#tooLong) return
    this.#tooLong = true
    for (const element of this.#open) {
      element.text = ''
      element.fields = undefined
    }
  }

  #put(element: Element, name: string, value: unknown): void {
    element.fields ??= Object.create(null) as Record<string, unknown>
    const before = element.fields[name]
    if (before === undefined) element.fields[name] = value
    else if (Array.isArray(before)) before.push(value)
    else element.fields[name] = [before, value]
    this.#grow(name.length)
  }

  /** A character that should have been escaped is read literally, but mismatched tags are a fault. */
  #trouble(reason: string): void {
    const isSign = /entity|character|ampersand/i.test(reason)
    if (!isSign) this.#fault(reason)
    if (!isSign || this.#saidSign) return
    this.#saidSign = true
    const text = `is not valid XML (${reason}) and was read as is; others like it are not listed`
    this.#items.push({ kind: 'note', line: this.#parser.line, text })
  }

  #fault(reason: string): void {
    this.#faults++
    if (this.#faults > MAX_FAULTS) return
    this.#items.push({ kind: 'fault', line: this.#parser.line, reason: `is not valid XML: ${reason}`.slice(0, 200) })
  }

  #nothingFound(): string {
    const found = [...this.#seen].map((name) => `<${name}>`).join(', ') || 'nothing'
    const expected = RECORD_ELEMENTS.map((name) => `<${name}>`).join(', ')
    return `this is XML without products: found ${found}; expected one of ${expected}, or the element that a mapping names under "records"`
  }
}

function elementName({ name, local, uri }: { name: string; local: string; uri: string }): string {
  return uri === GOOGLE_NAMESPACE ? `g:${local}` : name
}

function contentOf({ text, fields }: Element): unknown {
  const trimmed = text.trim()
  if (!fields) return trimmed
  if (trimmed !== '') fields['#text'] = trimmed
  return fields
}
