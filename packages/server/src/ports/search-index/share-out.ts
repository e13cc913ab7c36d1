interface Sized {
  docCount: number
}

/** The work for each of the threads, about equally much; what may not be given away goes to the first. */
export function shareOut<T extends Sized>(work: readonly T[], threads: number, mayGo: (one: T) => boolean): T[][] {
  const shares = Array.from({ length: threads }, () => ({ docs: 0, work: [] as T[] }))
  for (const one of work.toSorted((a, b) => b.docCount - a.docCount)) {
    const least = shares.reduce((best, share) => (share.docs < best.docs ? share : best))
    const share = mayGo(one) ? least : shares[0]!
    share.work.push(one)
    share.docs += one.docCount
  }
  return shares.map((share) => share.work)
}
