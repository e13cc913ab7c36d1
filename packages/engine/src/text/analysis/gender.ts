/** Languages whose words for men and women, boys and girls end in -o and -a. Italian does, too, but its plural in -i is of both. */
const LANGUAGES: ReadonlySet<string> = new Set(['es', 'pt'])
const MASCULINE = /os?$/
const FEMININE = /as?$/

/** "niña" and "niños", "bolso" and "bolsas": the other gender is often another thing. */
export function isOtherGender(word: string, other: string, language: string): boolean {
  if (!LANGUAGES.has(language)) return false
  return (MASCULINE.test(word) && FEMININE.test(other)) || (FEMININE.test(word) && MASCULINE.test(other))
}
