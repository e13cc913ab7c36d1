import { describe, expect, it } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'

const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort()

describe('the messages of the dashboard', () => {
  it('are complete in every language', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
    expect(Object.entries(de).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('have the same placeholders in every language', () => {
    for (const [key, text] of Object.entries(en)) {
      expect([key, holes(de[key as keyof typeof en])]).toEqual([key, holes(text)])
    }
  })

  it('have a plural wherever they have a singular', () => {
    const stems = Object.keys(en).filter((key) => key.endsWith('.one'))
    for (const stem of stems) expect(Object.keys(en)).toContain(stem.replace(/one$/, 'many'))
  })
})
