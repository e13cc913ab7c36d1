import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../docs/decisions')
const MAX_RECORDS = 60
const MAX_WORDS = 200

const records = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))
const pages = readdirSync(join(FOLDER, 'archive')).map((name) => join('archive', name))
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

describe('decision records', () => {
  it(`are at most ${MAX_RECORDS}`, () => {
    expect(records.length).toBeLessThanOrEqual(MAX_RECORDS)
  })

  it.each(records)('%s has the common format and at most 200 words', (name) => {
    const text = textOf(name)
    const number = Number(name.slice(0, 4))
    expect(text).toMatch(
      new RegExp(
        `^# ${number}\\. .+\\n\\nStatus: accepted\\nDate: \\d{4}-\\d\\d-\\d\\d\\n\\n## Context\\n\\n[^]+\\n## Decision\\n\\n`,
      ),
    )
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS)
  })

  it.each([...records, ...pages])('%s links to files that exist', (name) => {
    const targets = [...textOf(name).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1] as string)
    const missing = targets.filter((target) => !existsSync(join(FOLDER, name, '..', target)))
    expect(missing).toEqual([])
  })
})
