/** Checks the ids of one commit against all earlier ids and against each other. */
import { keyOf } from './event-keys.ts'
import type { EventIdIndex } from './event-id-index.ts'
import { idOfHead } from './event-lines.ts'
import type { LogShop } from './log-shops.ts'
import type { NewEventMask } from './packed-entries.ts'

export class CommitKeys {
  readonly #ids: EventIdIndex
  readonly #added: Uint32Array[] = []

  /** `count` is the maximum number of ids in the commit. Growing later would move keys, and `takeBack` relies on their slots. */
  constructor(ids: EventIdIndex, count: number) {
    this.#ids = ids
    ids.reserve(count)
  }

  /** Returns which of the events are new, and adds their ids to the index. */
  markNew(heads: readonly string[], { number, salt }: Pick<LogShop, 'number' | 'salt'>): NewEventMask {
    const isNew = new Uint8Array(heads.length)
    let repeated = 0
    for (let line = 0; line < heads.length; line++) {
      const id = idOfHead(heads[line]!)
      const key = keyOf(id, salt)
      if (this.#ids.has(key, 0) || this.#ids.wasErased(number, id)) {
        repeated++
        continue
      }
      this.#ids.add(key, 0)
      this.#added.push(key)
      isNew[line] = 1
    }
    return repeated === 0 ? null : isNew
  }

  /** Removes the added ids again. Call it when the commit has failed. */
  takeBack(): void {
    for (const key of this.#added.toReversed()) this.#ids.takeBack(key, 0)
  }
}
