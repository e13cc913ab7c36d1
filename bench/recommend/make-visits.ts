/** Visits of a generated shop: products form groups of similar interest, a few are far more popular, and visitors mostly stay in a group. */
const GROUP = 50

export function* makeVisits(products: number, events: number, seed = 1): Generator<number[]> {
  const random = mulberry32(seed)
  for (let made = 0; made < events; ) {
    const length = 2 + Math.floor(-Math.log(1 - random()) * 3)
    const visit = [popular(products, random)]
    while (visit.length < length) {
      const stays = random() < 0.8
      const group = Math.floor((visit[visit.length - 1] as number) / GROUP) * GROUP
      const next = stays ? group + Math.floor(random() ** 2 * GROUP) : popular(products, random)
      visit.push(Math.min(products - 1, next))
    }
    made += visit.length
    yield visit
  }
}

/** Close to Zipf's law: half of the views go to the first √n products. */
export function popular(products: number, random: () => number): number {
  return Math.min(products - 1, Math.floor(products ** random()))
}

export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
