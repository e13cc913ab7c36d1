import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { auditEvents } from './audit-events.ts'
import { checkChecksum, sealChecksum, textOf, withRoomForChecksum } from './chunk-checksum.ts'
import { SqliteEventTables } from './sqlite-event-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-checksum-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a text with its checksum', () => {
  it('is read unchanged, and a changed byte, another place or a cut is detected', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (text, at, flip) => {
          const bytes = sealChecksum(withRoomForChecksum(text), '7 heads')
          expect(textOf(bytes)).toBe(Buffer.from(text).toString())
          expect(checkChecksum(bytes, '7 heads')).toBe('sound')
          expect(checkChecksum(bytes, '7 bodies')).toBe('damaged')
          expect(checkChecksum(bytes.subarray(0, -1), '7 heads')).not.toBe('sound')
          bytes[at % bytes.length]! ^= flip
          expect(checkChecksum(bytes, '7 heads')).not.toBe('sound')
        },
      ),
    )
  })

  it('is distinguished from a text without a checksum', () => {
    expect(checkChecksum(Buffer.from('{"a":1}'), '1 bodies')).toBe('none')
    expect(textOf(Buffer.from('{"a":1}'))).toBe('{"a":1}')
  })
})

const event = (id: string, body = `{"id":"${id}"}`) => ({
  id,
  receivedAtMs: 5,
  subjects: ['visitor:v'],
  body,
  sent: '{}',
})

/** Three chunks of two events each. `sql` changes the tables. */
function changedLog(name: string, sql: string): SqliteEventTables {
  const path = join(folder, `${name}.sqlite`)
  const log = new SqliteEventTables(path)
  for (const chunk of [0, 1, 2]) log.append('s', [event(`${chunk}-a`), event(`${chunk}-b`)])
  log.close()
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
  return new SqliteEventTables(path)
}

/** Over a read-only connection, as in `vitrine doctor --full`. */
function audit(name: string) {
  const db = new DatabaseSync(join(folder, `${name}.sqlite`), { readOnly: true })
  try {
    return auditEvents(db)
  } finally {
    db.close()
  }
}

const THIRD = '(SELECT row FROM chunks ORDER BY row LIMIT 1 OFFSET 1)'

describe('a log with checksums', () => {
  it('does not return a changed chunk, and names it', () => {
    const log = changedLog(
      'changed',
      `UPDATE chunks SET bodies = CAST(replace(bodies, '1-a', '9-z') AS BLOB) WHERE row = ${THIRD}`,
    )
    expect(log.readBodies('s', 0, 2).offsets).toEqual([1, 2])
    expect(() => log.readBodies('s', 2, 10)).toThrow(
      /events 3 to 4 in events.db do not match their checksum.*vitrine restore/,
    )
    expect(() => log.read('s', 0, 10)).toThrow('events 3 to 4')
    log.close()
    expect(audit('changed')).toEqual([{ shop: 's', events: 6, withoutChecksum: 0, damaged: [3] }])
  })

  it('detects a chunk whose checksum was removed', () => {
    changedLog('stripped', `UPDATE chunks SET sents = substr(sents, 6) WHERE row = ${THIRD}`).close()
    expect(audit('stripped')[0]?.damaged).toEqual([3])
  })

  it('detects a missing chunk, in the middle or at the end', () => {
    changedLog('middle', `DELETE FROM chunks WHERE row = ${THIRD}`).close()
    expect(audit('middle')[0]?.damaged).toEqual([3])
    changedLog('end', 'DELETE FROM chunks WHERE row = (SELECT max(row) FROM chunks)').close()
    expect(audit('end')[0]?.damaged).toEqual([5])
  })

  it('does not open if the ids at its end are in a damaged chunk', () => {
    const change = `UPDATE chunks SET heads = CAST(replace(heads, '1-a', '9-z') AS BLOB) WHERE row = ${THIRD}`
    expect(() => changedLog('heads', change)).toThrow('events 3 to 4')
  })

  it('is valid after events were erased', async () => {
    const log = changedLog('erased', 'SELECT 1')
    log.append('s', [{ ...event('gone'), subjects: ['visitor:gone'] }])
    expect(await log.erase('s', ['visitor:gone'])).toBe(1)
    log.close()
    expect(audit('erased')).toEqual([{ shop: 's', events: 7, withoutChecksum: 0, damaged: [] }])
  })

  it('reads chunks without checksums of an earlier version, and counts them', () => {
    const strip = 'heads = substr(heads, 6), bodies = substr(bodies, 6), sents = substr(sents, 6)'
    const log = changedLog('old', `UPDATE chunks SET ${strip}; UPDATE shops SET checksums_from = 6`)
    log.append('s', [event('new')])
    expect(log.read('s', 0, 10).map(({ id }) => id)).toEqual(['0-a', '0-b', '1-a', '1-b', '2-a', '2-b', 'new'])
    log.close()
    expect(audit('old')).toEqual([{ shop: 's', events: 7, withoutChecksum: 3, damaged: [] }])
  })
})
