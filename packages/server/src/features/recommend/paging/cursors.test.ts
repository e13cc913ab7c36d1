import { describe, expect, it } from 'vitest'
import { queryKey, signedCursors } from './cursors.ts'

const cursor = { chain: 'c', stream: 's', place: 25, shown: 25 }
const cursors = signedCursors('secret')
const text = cursors.write(cursor, 'query')

describe('a cursor', () => {
  it('P1: reads back as it was written, for the same query', () => {
    expect(cursors.read(text, 'query')).toEqual(cursor)
  })

  it('P2: is refused if anything is added before, behind or inside it', () => {
    const [payload, signature] = text.split('.') as [string, string]
    const junk = ['=', '==', '!', ' ', '\n', 'A', '\0', '%00', '.x', '.', 'ü']
    for (const more of junk) {
      expect(cursors.read(text + more, 'query'), JSON.stringify(more)).toBeUndefined()
      expect(cursors.read(more + text, 'query'), JSON.stringify(more)).toBeUndefined()
      expect(cursors.read(`${payload}${more}.${signature}`, 'query'), JSON.stringify(more)).toBeUndefined()
    }
    expect(cursors.read(`${payload}.${signature.slice(0, 5)}\n${signature.slice(5)}`, 'query')).toBeUndefined()
    // Decoding ignores some bits of the last character, so several characters decode to the same bytes.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')
    const read = last.filter((letter) => cursors.read(text.slice(0, -1) + letter, 'query') !== undefined)
    expect(read).toEqual([text.at(-1)])
  })

  it('P3: is refused for another query, by another secret, and without its signature', () => {
    expect(cursors.read(text, 'other')).toBeUndefined()
    expect(signedCursors('other').read(text, 'query')).toBeUndefined()
    for (const cut of ['', '.', text.split('.')[0] as string, `${text.split('.')[0]}.`])
      expect(cursors.read(cut, 'query')).toBeUndefined()
  })

  it('P4: is refused if its content was changed', () => {
    const forged = Buffer.from(JSON.stringify(['c', 's', 0, 0])).toString('base64url')
    expect(cursors.read(`${forged}.${text.split('.')[1]}`, 'query')).toBeUndefined()
  })

  it('P5: is bound to every part of its query', () => {
    const key = queryKey(['top', 'shop', { vendor: 'a' }])
    expect(queryKey(['top', 'shop', { vendor: 'a' }])).toBe(key)
    for (const other of [
      ['top', 'shop', { vendor: 'b' }],
      ['top', 'other', { vendor: 'a' }],
      ['automatic', 'shop', { vendor: 'a' }],
    ])
      expect(queryKey(other)).not.toBe(key)
  })

  it('P6: is accepted after its secret was replaced, and new ones use only the new secret', () => {
    const rotated = signedCursors('new', 'secret')
    expect(rotated.read(text, 'query')).toEqual(cursor)
    expect(rotated.read(text, 'other')).toBeUndefined()
    const fresh = rotated.write(cursor, 'query')
    expect(signedCursors('new').read(fresh, 'query')).toEqual(cursor)
    expect(cursors.read(fresh, 'query')).toBeUndefined()
    expect(rotated.read(signedCursors('other').write(cursor, 'query'), 'query')).toBeUndefined()
  })
})
