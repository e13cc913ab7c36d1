/** Breaks a JSON value in one to three places. */
type Json = unknown
export type Random = () => number

const JUNK: (() => Json)[] = [
  () => null,
  () => '',
  () => 0,
  () => -1.5,
  () => 1e308,
  () => true,
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => 'x'.repeat(300),
  () => '\u0000\ud800',
  () => '2026-13-45T99:99:99Z',
  () => 'gid://shopify/Product/99999999999999999999',
  () => ({ toString: 'no', constructor: { prototype: 1 }, length: -1 }),
  () => ['svc:init', { a: [null] }],
  () => Number.MAX_SAFE_INTEGER + 2,
]

/** Changes the value in place if possible. */
export function mutate(value: Json, random: Random): Json {
  let result = value
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) result = mutateOnce(result, random)
  return result
}

function mutateOnce(root: Json, random: Random): Json {
  const place = pickPlace(root, random)
  if (place === undefined || random() < 0.005) return pick(JUNK, random)()
  const { holder, key } = place
  const roll = random()
  if (roll < 0.25) delete holder[key]
  else if (roll < 0.7) holder[key] = pick(JUNK, random)()
  else if (roll < 0.8) rename(holder, key)
  else if (roll < 0.9) holder[key] = { [key]: holder[key] }
  else holder[`${key}_more`] = pick(JUNK, random)()
  return root
}

/** Renames a field to camelCase, as a client may do by mistake. */
function rename(holder: Record<string, Json>, key: string): void {
  const value = holder[key]
  delete holder[key]
  holder[key.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()).concat(key.includes('_') ? '' : 'X')] =
    value
}

interface Place {
  holder: Record<string, Json>
  key: string
}

/** Stops at random on the way down, because most rules apply to shallow places. */
function pickPlace(root: Json, random: Random): Place | undefined {
  let place: Place | undefined
  for (let here = root; typeof here === 'object' && here !== null; ) {
    const holder = here as Record<string, Json>
    const keys = Object.keys(holder)
    if (keys.length === 0) break
    place = { holder, key: pick(keys, random) }
    if (random() < 0.2) break
    here = holder[place.key]
  }
  return place
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T
}

/** The generator mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
