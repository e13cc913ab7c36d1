/** An English word, and its singular or plural. */
export function formsOf(word: string): string[] {
  const one = word.replace(/ies$/, 'y').replace(/(?<=s|x|z|ch|sh)es$|(?<=[^s])s$/, '')
  return one === word ? [word, `${word}s`] : [word, one]
}
