import type { PagePagination } from '@vitrine/contract'

/** Page numbers as image search and search show them. A page past the end is empty, not an error. */
export function pagePagination(total: number, { page, limit }: { page: number; limit: number }): PagePagination {
  const totalPages = Math.ceil(total / limit)
  return {
    total,
    page,
    limit,
    total_pages: totalPages,
    has_next_page: page < totalPages,
    has_prev_page: page > 1,
  }
}
