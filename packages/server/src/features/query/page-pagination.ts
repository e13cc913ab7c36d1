import type { PagePagination } from '@vitrine/contract'

/** A page past the end is empty. There is no next page beyond `deepest`, because it would be refused. */
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
