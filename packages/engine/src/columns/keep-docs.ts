export function keepDocs(docs: Uint32Array, isKept: (doc: number) => boolean): Uint32Array {
  const kept = new Uint32Array(docs.length)
  let count = 0
  for (let i = 0; i < docs.length; i++) if (isKept(docs[i])) kept[count++] = docs[i]
  return kept.subarray(0, count)
}
