/**
 * How a word sounds, roughly, in languages written with Latin letters: consonants that sound alike become one, vowels after the first
 * letter are dropped. Words that people spell by ear have the key of the word they mean: "neckless" and "necklace" are both "nkls".
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn)/, 'n'],
  [/^wr/, 'r'],
  [/^x/, 's'],
  [/ph/g, 'f'],
  [/gh(?=[^aeiouy]|$)/g, ''],
  [/[st]?ch|tsh/g, 'x'],
  [/sh|ti(?=o)|ci(?=[oa])|si(?=o)/g, 'x'],
  [/dg(?=[eiy])/g, 'j'],
  [/sc(?=[eiy])|c(?=[eiy])|z/g, 's'],
  [/ck|qu?|c/g, 'k'],
  [/g(?=[eiy])/g, 'j'],
  [/(?<=[aeiouy])[wh]/g, ''],
  [/v/g, 'f'],
  [/d/g, 't'],
  [/m(?=b$)b/g, 'm'],
]

/** Undefined for words with letters that the rules do not know. */
export function soundKey(word: string): string | undefined {
  if (!/^[a-z]+$/.test(word)) return undefined
  const spoken = RULES.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word)
  // Doubled letters are one sound, but the two in "vestido" are two.
  const single = spoken.replace(/(.)\1+/g, '$1')
  const first = /^[aeiouy]/.test(single) ? 'a' : single[0]
  return `${first}${single.slice(1).replace(/[aeiouyh]/g, '')}`
}
