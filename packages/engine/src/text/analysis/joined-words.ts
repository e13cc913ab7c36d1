import type { Analyzer } from './analyzer.ts'

/** False if two words written together only look like an inflection of one of them, such as "leather red" ("leatherred") of "leather". */
export function isJoined(first: string, second: string, { stem }: Analyzer): boolean {
  const joined = stem(first + second)
  return joined !== stem(first) && joined !== stem(second)
}
