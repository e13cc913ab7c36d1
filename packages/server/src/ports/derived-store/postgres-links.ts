/** A walk (link-walk.ts) is repeated after the ids that it lacked were read in one statement. */
import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { Subject } from './derived-facts.ts'
import { countedLinks, type LinkWalk, linkWalk, maxLinks } from './link-walk.ts'

/** One more than the largest `maxLinks`, to detect an excess. */
export const LINKS_ASKED = maxLinks('customer:') + 1

/** The number of round trips depends only on the depth of the walk. */
export async function walkLinks<T>(sql: Sql, shop: number, walk: (links: LinkWalk) => T): Promise<T> {
  const known = new Map<Subject, readonly Subject[]>()
  for (;;) {
    const missing = new Set<Subject>()
    const result = walk(
      linkWalk((subject) => {
        const found = known.get(subject)
        if (found === undefined) missing.add(subject)
        return found ?? []
      }),
    )
    if (missing.size === 0) return result
    for (const [subject, links] of await readLinks(sql, shop, [...missing])) known.set(subject, links)
  }
}

async function readLinks(sql: Sql, shop: number, subjects: readonly Subject[]) {
  const rows = await sql.rows<{ a: Subject; b: Subject }>(
    `SELECT asked.a, found.b FROM json_to_recordset($2) AS asked(a text)
     CROSS JOIN LATERAL (SELECT b FROM links WHERE shop = $1 AND links.a = asked.a ORDER BY b LIMIT ${LINKS_ASKED}) AS found`,
    [shop, jsonRows(subjects.map((a) => ({ a })))],
  )
  const bySubject = Map.groupBy(rows, ({ a }) => a)
  return subjects.map((subject): [Subject, readonly Subject[]] => {
    const found = (bySubject.get(subject) ?? []).map(({ b }) => b)
    return [subject, countedRows(subject, found)]
  })
}

/** Limits up to `LINKS_ASKED` links like `countedLinks`. */
export function countedRows(subject: Subject, found: readonly Subject[]): readonly Subject[] {
  return countedLinks(subject, found.slice(0, maxLinks(subject) + 1))
}

export async function addLinks(
  sql: Sql,
  shop: number,
  links: readonly [Subject, Subject][],
): Promise<[Subject, Subject][]> {
  if (links.length === 0) return []
  const both = links.flatMap(([a, b]) => [
    { a, b },
    { a: b, b: a },
  ])
  const added = await sql.rows<{ a: Subject; b: Subject }>(
    `INSERT INTO links (shop, a, b) SELECT DISTINCT $1::bigint, a, b FROM json_to_recordset($2) AS new(a text, b text)
     ON CONFLICT DO NOTHING RETURNING a, b`,
    [shop, jsonRows(both)],
  )
  return added.map(({ a, b }) => [a, b])
}
