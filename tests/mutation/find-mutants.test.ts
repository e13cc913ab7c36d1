import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyMutant, findMutants } from './find-mutants.ts'
import { REASONS } from './reasons.ts'

const changes = (source: string) => findMutants('a.ts', source).map((mutant) => applyMutant(source, mutant))

describe('the mutants of a source', () => {
  it('swap comparisons, arithmetic and logic', () => {
    expect(changes('const a = b < c\n')).toEqual(['const a = b >= c\n'])
    expect(changes('const a = b + c\n')).toEqual(['const a = b - c\n'])
    expect(changes('const a = b && c\n')).toEqual(['const a = b || c\n'])
  })

  it('negate a guard, and disable it', () => {
    expect(changes('if (done) return 1\n')).toEqual(['if (!(done)) return 1\n', 'if (false) return 1\n'])
  })

  it('double a constant, and replace 0 by 1', () => {
    expect(changes('const HALF_LIFE_DAYS = 7\n')).toEqual(['const HALF_LIFE_DAYS = (7 * 2)\n'])
    expect(changes('let sum = 0\n')).toEqual(['let sum = 1\n'])
  })

  it('leave comments, strings, patterns and types unchanged', () => {
    const source = [
      '// a < b',
      'const text = "a < b" /* 1 + 2 */',
      'const pattern = /x && y/',
      'interface A {',
      '  /** 1 + 2 */',
      '  list: Map<string, 7>',
      '}',
      'type B = true | false',
    ].join('\n')
    expect(changes(source)).toEqual([])
  })

  it('include code inside a template', () => {
    expect(changes('const t = `a < b ${c < d} e < f`\n')).toEqual(['const t = `a < b ${c >= d} e < f`\n'])
  })
})

describe('the reasons for harmless mutants', () => {
  it('name existing lines', () => {
    const root = join(import.meta.dirname, '../..')
    const gone = Object.entries(REASONS).flatMap(([folder, reasons]) =>
      reasons.filter(({ file, code }) => {
        const path = join(root, folder, file)
        return (
          !existsSync(path) ||
          !readFileSync(path, 'utf8')
            .split('\n')
            .some((line) => line.trim() === code)
        )
      }),
    )
    expect(gone).toEqual([])
  })
})
