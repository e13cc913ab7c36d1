/** Notes how far the primary data of the data folder has got (see folder-positions.ts). */
import { DATA_FILES } from '../ports/data-folder/data-folder.ts'
import { readPositions, writeNote } from '../ports/data-folder/folder-positions.ts'

/** A folder that was replaced by a copy less than this older may go unnoticed. */
const NOTE_EVERY_MS = 30_000

export class PositionNotes {
  readonly #folder: string
  readonly #id: string
  readonly #onError: (error: unknown) => void
  #noted = ''
  readonly #timer: NodeJS.Timeout

  constructor(folder: string, id: string, onError: (error: unknown) => void) {
    this.#folder = folder
    this.#id = id
    this.#onError = onError
    this.#timer = setInterval(() => this.note(), NOTE_EVERY_MS).unref()
  }

  note(): void {
    try {
      const note = { id: this.#id, ...readPositions(this.#folder, DATA_FILES) }
      const text = JSON.stringify(note)
      if (text === this.#noted) return
      writeNote(this.#folder, note)
      this.#noted = text
    } catch (error) {
      // The disk may be full. The last note stays and is valid.
      this.#onError(error)
    }
  }

  /** Must be called after the stores were closed, so that the last writes are included. */
  close(): void {
    clearInterval(this.#timer)
    this.note()
  }
}
