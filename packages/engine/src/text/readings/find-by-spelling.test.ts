import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { findBySpelling } from './find-by-spelling.ts'

const analyzer = analyzerFor('ja')
const find = (word: string, ...known: string[]) =>
  findBySpelling(word, analyzer, (stem) => (known.includes(stem) ? stem : undefined))

describe('a lookup by other spellings', () => {
  it('finds entries by kana and kanji, and by the spelling as written first', () => {
    expect(find('くつ', '靴')).toBe('靴')
    expect(find('靴', 'くつ')).toBe('くつ')
    expect(find('くつ', 'くつ', '靴')).toBe('くつ')
    expect(find('くつ', '帽子')).toBeUndefined()
  })

  it('finds nothing if the kana may mean two known things', () => {
    expect(find('はし', '箸')).toBe('箸')
    expect(find('はし', '箸', '橋')).toBeUndefined()
  })

  it('finds nothing by a word that only sounds the same', () => {
    expect(find('あしび', '馬酔木')).toBe('馬酔木')
    expect(find('あしび', '葦火')).toBeUndefined()
  })
})
