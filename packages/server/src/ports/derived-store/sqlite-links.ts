import type { DatabaseSync } from 'node:sqlite'
import type { Subject } from './derived-facts.ts'
import { countedLinks, type LinkWalk, linkWalk, maxLinks } from './link-walk.ts'

/** All events of a visit have the same ids, so recent links are not looked up again. */
const REMEMBERED_LINKS = 30_000

/** `shared` is true if another thread adds links, too, so that nothing may be cached. */
export function linkTables(db: DatabaseSync, shared = false) {
  const insert = db.prepare('INSERT OR IGNORE INTO links (shop, a, b) VALUES (?, ?, ?)')
  const select = db.prepare('SELECT b FROM links WHERE shop = ? AND a = ? ORDER BY b LIMIT ?')

  const around = new Map<string, readonly Subject[]>()

  function neighbours(shop: number, subject: Subject): readonly Subject[] {
    const identity = `${shop}\n${subject}`
    const found = around.get(identity) ?? readNeighbours(shop, subject)
    if (shared) return found
    if (around.size >= REMEMBERED_LINKS) around.clear()
    around.set(identity, found)
    return found
  }

  function readNeighbours(shop: number, subject: Subject): readonly Subject[] {
    const rows = select.all(shop, subject, maxLinks(subject) + 1) as { b: string }[]
    return countedLinks(
      subject,
      rows.map((row) => row.b),
    )
  }

  const walks = new Map<number, LinkWalk>()
  const walk = (shop: number): LinkWalk => {
    const known = walks.get(shop) ?? linkWalk((subject) => neighbours(shop, subject))
    walks.set(shop, known)
    return known
  }

  const known = new Set<string>()

  return {
    /** Returns whether the link is new. */
    add(shop: number, a: Subject, b: Subject): boolean {
      const identity = `${shop}\n${a}\n${b}`
      if (known.has(identity)) return false
      if (known.size >= REMEMBERED_LINKS) known.clear()
      known.add(identity)
      const added = insert.run(shop, a, b).changes > 0
      if (added) insert.run(shop, b, a)
      around.delete(`${shop}\n${a}`)
      around.delete(`${shop}\n${b}`)
      return added
    },

    /** Must be called after links were removed or rolled back. */
    forget(): void {
      known.clear()
      around.clear()
    },

    walk,
  }
}
