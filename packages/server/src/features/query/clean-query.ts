/** Shoppers do not type more, and longer texts do not improve the results but cost time. */
export const QUERY_LENGTH = 256

/** One line of well-formed text. Never fails, whatever was sent. */
export function cleanQuery(query: string | null | undefined): string {
  return (
    (query ?? '')
      .slice(0, 4 * QUERY_LENGTH)
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, QUERY_LENGTH)
      .toWellFormed()
  )
}
