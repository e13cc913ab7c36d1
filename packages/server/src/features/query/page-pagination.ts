import type { PagePagination } from '@vitrine/contract'

/**
 * Page numbers as image search and search show them. A page past the end is empty, not an error; there is no next page where it would
 * reach past `deepest` results, which is refused.
 */
export function pagePagination(
  total: number,
  { page, limit }: { page: number; limit: number },
  deepest = Number.POSITIVE_INFINITY,
): PagePagination {
  const totalPages = Math.ceil(total / limit)
  return {
    total,
    page,
    limit,
    total_pages: totalPages,
    has_next_page: page < totalPages && (page + 1) * limit <= deepest,
    has_prev_page: page > 1,
  }
}
