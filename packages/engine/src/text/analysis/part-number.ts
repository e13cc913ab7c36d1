/** A folded part number without what it is written with: "53.228.08" and "53 228 08" are one. */
export function plainPartNumber(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
