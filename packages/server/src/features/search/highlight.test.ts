import { describe, expect, it } from 'vitest'
import { cleanQuery, QUERY_LENGTH } from '../query/clean-query.ts'
import { highlight, matchesWords } from './highlight.ts'

describe('highlight', () => {
  it('marks the typed beginnings of words, in any case and with or without accents', () => {
    expect(highlight('Crème brûlée set', 'bru CREM')).toBe('<mark>Crèm</mark>e <mark>brû</mark>lée set')
    expect(highlight('Straße', 'strass')).toBe('<mark>Straß</mark>e')
  })

  it('escapes the text inside and outside of marks', () => {
    expect(highlight('<b>Tea & "mug"</b>', 'tea')).toBe('&lt;b&gt;<mark>Tea</mark> &amp; &quot;mug&quot;&lt;/b&gt;')
    expect(highlight('a<script>', '<script>')).toBe('a&lt;<mark>script</mark>&gt;')
  })

  it('finds titles in which every typed word begins a word', () => {
    expect(matchesWords('How to wash a shirt', 'was shi')).toBe(true)
    expect(matchesWords('How to wash a shirt', 'ash')).toBe(false)
    expect(matchesWords('anything', '  ')).toBe(false)
  })
})

describe('a query', () => {
  it('becomes one line of well-formed text of limited length', () => {
    expect(cleanQuery(' red\u0000\n\tshirt\ud800 ')).toBe('red shirt')
    expect(cleanQuery('x'.repeat(10_000))).toHaveLength(QUERY_LENGTH)
    expect(cleanQuery(`${'x'.repeat(QUERY_LENGTH - 1)}👕`).isWellFormed()).toBe(true)
    expect(cleanQuery(null)).toBe('')
  })
})
