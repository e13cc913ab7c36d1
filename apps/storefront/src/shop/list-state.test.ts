import { describe, expect, it } from 'vitest'
import {
  readListState,
  type ListState,
  withIgnored,
  withQuery,
  withSelection,
  withUnderstood,
  writeListState,
} from './list-state.ts'

const read = (text: string) => readListState(new URLSearchParams(text))
const address = (state: ListState) => new URLSearchParams(writeListState(state))

describe('the state of a list in the URL', () => {
  it('is read as it was written, including ignored constraints', () => {
    const state: ListState = {
      query: 'sofa under $500',
      selections: { color: ['Red & white', 'Blue'], price: ['10:50'] },
      ignore: ['under $500', 'Größe 40'],
      sortBy: 'price_asc',
      page: 3,
    }
    expect(readListState(address(state))).toEqual(state)
  })

  it('leaves out default values', () => {
    expect(writeListState(read(''))).toBe('')
    expect(address(read('q=sofa')).toString()).toBe('q=sofa')
  })

  it('lists an ignored constraint once, and returns to the first page', () => {
    const once = withIgnored(read('q=sofa+under+500&page=2'), 'under 500')
    expect(once).toMatchObject({ query: 'sofa under 500', ignore: ['under 500'], page: 1 })
    expect(withIgnored(once, 'under 500').ignore).toEqual(['under 500'])
  })

  it('forgets ignored constraints when the query changes, and keeps the filters', () => {
    const state = withQuery(read('q=sofa+under+500&ignore=under+500&f.color=Red&page=2'), 'chair under 500')
    expect(address(state).toString()).toBe('q=chair+under+500&f.color=Red')
  })

  it('keeps ignored constraints when filters change', () => {
    expect(withSelection(read('q=sofa+under+500&ignore=under+500'), 'color', ['Red']).ignore).toEqual(['under 500'])
  })

  it("turns the query's constraint on a facet into selections", () => {
    const state = readListState(new URLSearchParams('q=blue sofa&f.color=Teal'))
    const understood = [
      { text: 'blue', filter: { key: 'color', value: ['Navy', 'Teal'] }, held: 'filter' },
      { text: 'sofa', filter: { key: 'product_type', value: ['Sofas'] }, held: 'preference' },
    ]
    const taken = withUnderstood(state, 'color', understood)
    expect(taken).toMatchObject({ selections: { color: ['Teal', 'Navy'] }, ignore: ['blue'] })
    expect(withUnderstood(taken, 'color', understood)).toEqual(taken)
    expect(withUnderstood(state, 'product_type', understood)).toEqual(state)
  })
})
