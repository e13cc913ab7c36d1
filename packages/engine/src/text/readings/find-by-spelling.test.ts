import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { findBySpelling } from './find-by-spelling.ts'

const analyzer = analyzerFor('ja')
const find = (word: string, ...known: string[]) =>
  findBySpelling(word, analyzer, (stem) => (known.includes(stem) ? stem : undefined))

describe('what is known under another way to write a word', () => {
  it('is found under kana and kanji, and first of all as it is written', () => {
    expect(find('くつ', '靴')).toBe('靴')
    expect(find('靴', 'くつ')).toBe('くつ')
    expect(find('くつ', 'くつ', '靴')).toBe('くつ')
    expect(find('くつ', '帽子')).toBeUndefined()
  })

  it('is not found where kana may stand for two things that are known', () => {
    expect(find('はし', '箸')).toBe('箸')
    expect(find('はし', '箸', '橋')).toBeUndefined()
  })

  it('is not found under a word that only sounds the same', () => {
    expect(find('あしび', '馬酔木')).toBe('馬酔木')
    expect(find('あしび', '葦火')).toBeUndefined()
  })
})
