/** UTF-16 units. Longer texts take time without improving the results. */
export const QUERY_LENGTH = 256

/** Accepts any text, and returns one line of well-formed text. */
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
