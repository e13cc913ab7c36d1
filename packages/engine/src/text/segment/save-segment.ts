import type { TextSegment } from '../text-segment.ts'

/** Every array of the segment by name, not copied; together they are the whole segment. */
export function saveTextSegment(segment: TextSegment): Record<string, ArrayBufferView> {
  const { docCount, language, terms, stems, ...arrays } = segment
  return {
    ...arrays,
    header: Uint32Array.of(FORMAT_VERSION, docCount),
    language: new TextEncoder().encode(language),
    termChars: terms.chars,
    termStarts: terms.starts,
    termSlots: terms.slots,
    stemChars: stems.chars,
    stemNameStarts: stems.starts,
    stemSlots: stems.slots,
  }
}

/** @throws RangeError when the parts are of another version or some are missing. */
export function loadTextSegment(parts: Record<string, ArrayBufferView>): TextSegment {
  const header = take(parts, 'header', Uint32Array)
  if (header[0] !== FORMAT_VERSION) throw new RangeError(`text segment of version ${header[0]}, not ${FORMAT_VERSION}`)
  return {
    docCount: header[1],
    language: new TextDecoder().decode(take(parts, 'language', Uint8Array)),
    terms: {
      chars: take(parts, 'termChars', Uint16Array),
      starts: take(parts, 'termStarts', Uint32Array),
      slots: take(parts, 'termSlots', Uint32Array),
    },
    stems: {
      chars: take(parts, 'stemChars', Uint16Array),
      starts: take(parts, 'stemNameStarts', Uint32Array),
      slots: take(parts, 'stemSlots', Uint32Array),
    },
    postStarts: take(parts, 'postStarts', Uint32Array),
    postDocs: take(parts, 'postDocs', Uint32Array),
    postPayloads: take(parts, 'postPayloads', Uint16Array),
    words: take(parts, 'words', Uint32Array),
    fieldStarts: take(parts, 'fieldStarts', Uint32Array),
    termFields: take(parts, 'termFields', Uint16Array),
    stemStarts: take(parts, 'stemStarts', Uint32Array),
    stemTerms: take(parts, 'stemTerms', Uint32Array),
    compounds: take(parts, 'compounds', Uint32Array),
    backwards: take(parts, 'backwards', Uint32Array),
    titleLengths: take(parts, 'titleLengths', Uint8Array),
    metafieldLengths: take(parts, 'metafieldLengths', Uint16Array),
    descriptionLengths: take(parts, 'descriptionLengths', Uint16Array),
  }
}

/** Raised with every change of what the arrays mean, and of how words are split and stemmed. */
const FORMAT_VERSION = 8

interface TypedArrayOf<T> {
  new (buffer: ArrayBufferLike, offset: number, length: number): T
  readonly BYTES_PER_ELEMENT: number
}

/** The part as the array it was: a reader of files may hand every part over as plain bytes. */
function take<T>(parts: Record<string, ArrayBufferView>, name: string, type: TypedArrayOf<T>): T {
  const part = parts[name]
  if (part === undefined) throw new RangeError(`text segment without its part "${name}"`)
  const size = type.BYTES_PER_ELEMENT
  if (part.byteLength % size !== 0) throw new RangeError(`text segment with a broken part "${name}"`)
  const aligned =
    part.byteOffset % size === 0 ? part : new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice()
  return new type(aligned.buffer, aligned.byteOffset, aligned.byteLength / size)
}
