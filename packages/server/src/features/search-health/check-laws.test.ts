import { describe, expect, it } from 'vitest'
import type { StoredJson } from '../../ports/derived-store/stored-json.ts'
import { continued, type CheckedLaw, type Noted } from './check-laws.ts'

const outcome = (law: number): CheckedLaw => ({ law, says: '', asked: 1, kept: 1, rate: 1, faults: [] })

function notesInMemory(): StoredJson<Noted> {
  let noted: Noted | undefined
  return {
    read: async () => noted,
    write: async (next) => {
      noted = structuredClone(next)
    },
  }
}

describe('a test of all laws', () => {
  const laws = [1, 2, 3, 4]
  const runUntil = async (end: number, basis: string, notes: StoredJson<Noted>) => {
    const asked: number[] = []
    const check = async (law: number) => {
      if (law === end) throw new Error('the server stops')
      asked.push(law)
      return outcome(law)
    }
    const checked = await continued(laws, { basis, notes, check }).catch(() => undefined)
    return { asked, checked: checked?.map(({ law }) => law) }
  }

  it('continues where it was interrupted', async () => {
    const notes = notesInMemory()
    expect(await runUntil(3, 'a', notes)).toEqual({ asked: [1, 2], checked: undefined })
    expect(await runUntil(0, 'a', notes)).toEqual({ asked: [3, 4], checked: [1, 2, 3, 4] })
  })

  it('starts over after a change, and after a complete run', async () => {
    const notes = notesInMemory()
    await runUntil(3, 'a', notes)
    expect((await runUntil(0, 'b', notes)).asked).toEqual(laws)
    expect((await runUntil(0, 'b', notes)).asked).toEqual(laws)
  })
})
