/** Larger lines, rows and JSON elements are skipped; the platform's own limits are far lower. */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024

export interface Line {
  line: number
  /** The bytes without the line end; undefined if the line is too long. */
  bytes: Buffer | undefined
}

const LF = 10
const CR = 13

/** Numbers lines from 1 and leaves out empty ones. A last line without a line end is included. */
export class LineSplitter {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #size = 0
  #line = 1
  #skipping = false

  constructor(maxBytes: number = MAX_RECORD_BYTES) {
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): Line[] {
    const lines: Line[] = []
    let from = 0
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      if (at === from && this.#size === 0 && !this.#skipping) this.#line++
      else {
        this.#keep(chunk.subarray(from, at))
        lines.push(this.#take())
      }
      from = at + 1
    }
    this.#keep(chunk.subarray(from))
    return lines
  }

  end(): Line[] {
    return this.#size > 0 || this.#skipping ? [this.#take()] : []
  }

  #keep(bytes: Buffer): void {
    if (this.#skipping || bytes.length === 0) return
    this.#size += bytes.length
    if (this.#size > this.#maxBytes) {
      this.#skipping = true
      this.#parts = []
    } else {
      this.#parts.push(bytes)
    }
  }

  #take(): Line {
    const bytes = this.#skipping ? undefined : withoutCr(Buffer.concat(this.#parts))
    const line = this.#line++
    this.#parts = []
    this.#size = 0
    this.#skipping = false
    return { line, bytes }
  }
}

function withoutCr(bytes: Buffer): Buffer {
  return bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes
}
