/**
 * A sample of products that is the same however they are split into segments. A product's number gives it a level: half of all
 * products have 0, a quarter 1, an eighth 2, … A sample of one in 2^n takes those of level n and above.
 */

/** The level at which `count` products give at least about `wanted`, and less than about twice as many. 0: all of them. */
export function levelFor(count: number, wanted: number): number {
  return count < 2 * wanted ? 0 : Math.floor(Math.log2(count / wanted))
}

export function sampleLevel(id: number): number {
  const hash = hashOf(id)
  return hash === 0 ? 32 : 31 - Math.clz32(hash & -hash)
}

/** Every bit of the number reaches the low bits, which are looked at first. */
function hashOf(id: number): number {
  let hash = Math.imul((id | 0) ^ Math.imul(Math.floor(id / 2 ** 32) | 0, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f)
  return hash ^ (hash >>> 16)
}
