import type { PagePagination } from '@vitrine/contract'

/** Describes a page; one past the end is empty. A next page never goes beyond `deepest`, where requests are refused. */
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
