import { describe, expect, it } from 'vitest'
import { pagePagination } from './page-pagination.ts'

describe('pagePagination', () => {
  it('counts pages, and describes a page past the end', () => {
    const pages = { total: 5, limit: 2, total_pages: 3 }
    expect(pagePagination(5, { page: 1, limit: 2 })).toEqual({
      ...pages,
      page: 1,
      has_next_page: true,
      has_prev_page: false,
    })
    expect(pagePagination(5, { page: 9, limit: 2 })).toEqual({
      ...pages,
      page: 9,
      has_next_page: false,
      has_prev_page: true,
    })
    expect(pagePagination(0, { page: 1, limit: 2 })).toMatchObject({ total_pages: 0, has_next_page: false })
  })

  it('has no next page that would be refused: page×limit is at most 10,000', () => {
    const next = (page: number, limit: number) => pagePagination(20_000, { page, limit }, 10_000).has_next_page
    expect([next(99, 100), next(100, 100)]).toEqual([true, false])
    expect([next(1665, 6), next(1666, 6)]).toEqual([true, false])
  })
})
