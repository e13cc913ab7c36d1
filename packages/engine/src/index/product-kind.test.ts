import { describe, expect, it } from 'vitest'
import type { Constraint } from '../understand/constraint.ts'
import { nearProducts, searchShop, smallShop } from './testing/small-shop.ts'

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const idsFrom = (first: number, count: number) => many(count, (i) => first + i)

describe('the kind of thing that a query names', () => {
  // Short titles that begin with the word: words alone would put the accessories first.
  const cases = many(12, (i) => ({ title: `Phone case ${i}`, productType: 'Phone cases' }))
  const phones = many(12, (i) => ({
    title: `Acme Nova smart phone with a bright screen, model ${i}`,
    productType: 'Phones',
  }))
  const shop = smallShop([...cases, ...phones])

  it('comes before what is only made for it, by the names of the shop’s types', () => {
    const { hits, total } = searchShop(shop, 'phone')
    expect(total).toBe(24)
    expect(hits.slice(0, 12).every(({ id }) => id > 12)).toBe(true)
  })

  it('is said of each hit in its explanation', () => {
    const { hits } = searchShop(shop, 'phone')
    expect(hits.map(({ explanation }) => explanation.isOfKind)).toEqual([
      ...Array(12).fill(true),
      ...Array(12).fill(false),
    ])
    expect(searchShop(shop, 'phone case').hits[0].explanation.isOfKind).toBeUndefined()
  })

  it('is told beside a measure, too', () => {
    const monitors = many(6, (i) => ({
      title: `Acme wide screen office monitor 24 inch, edition ${i}`,
      productType: 'Monitors',
    }))
    const trackers = many(6, (i) => ({ title: `24 inch heart monitor ${i}`, productType: 'Fitness trackers' }))
    const { hits } = searchShop(smallShop([...trackers, ...monitors]), '24 inch monitor')
    expect(hits.slice(0, 6).every(({ id }) => id > 6)).toBe(true)
  })

  it('does not decide where the query asks for the accessory', () => {
    const { hits } = searchShop(shop, 'phone case')
    expect(hits.slice(0, 12).every(({ id }) => id <= 12)).toBe(true)
  })

  it('does not decide without types, nor where no type is called so', () => {
    const untyped = smallShop([...cases, ...phones].map(({ title }) => ({ title })))
    const other = smallShop([...cases, ...phones].map(({ title }) => ({ title, productType: 'Goods' })))
    const order = (index: typeof shop) => searchShop(index, 'phone').hits.map(({ id }) => id)
    expect(order(other)).toEqual(order(untyped))
  })
})

describe('the kind of thing that a query means', () => {
  const sleeves = many(12, (i) => ({ title: `Laptop sleeve ${i}`, productType: 'Bags' }))
  const notebooks = many(12, (i) => ({ title: `Acme notebook ${i}`, productType: 'Notebooks' }))
  const books = many(12, (i) => ({ title: `Novel ${i}`, productType: 'Books' }))
  const shop = smallShop([...sleeves, ...notebooks, ...books])
  const near = nearProducts([...idsFrom(13, 12), ...idsFrom(1, 8)])

  it('is the type of most of the nearest: they are found without the word, and come first', () => {
    const { hits, extendedByMeaning } = searchShop(shop, 'laptop', { semantic: near })
    expect(extendedByMeaning).toBe(12)
    expect(
      hits
        .slice(0, 12)
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    ).toEqual(idsFrom(13, 12))
  })

  it('does not decide for a query that describes the thing: it has its words', () => {
    const { hits } = searchShop(shop, 'laptop sleeve', { semantic: near })
    expect(hits.slice(0, 12).every(({ id }) => id <= 12)).toBe(true)
  })

  it('is told by five of the nearest, of which half have the type', () => {
    const extended = (ids: number[]) => searchShop(shop, 'laptop', { semantic: nearProducts(ids) }).extendedByMeaning
    expect([extended(idsFrom(13, 4)), extended(idsFrom(13, 5))]).toEqual([0, 5])
    expect(extended([...idsFrom(13, 5), ...idsFrom(25, 5)])).toBe(5)
    expect(extended([...idsFrom(13, 4), ...idsFrom(25, 2), ...idsFrom(1, 3)])).toBe(0)
  })

  it('is told by the nearest twenty', () => {
    const mixed = [...idsFrom(1, 7), ...idsFrom(25, 5), ...idsFrom(13, 12)]
    expect(searchShop(shop, 'laptop', { semantic: nearProducts(mixed) }).extendedByMeaning).toBe(0)
    const more = [...idsFrom(1, 5), ...idsFrom(25, 5), ...idsFrom(13, 12)]
    expect(searchShop(shop, 'laptop', { semantic: nearProducts(more) }).extendedByMeaning).toBe(12)
  })

  it('is not known where the nearest are of many types', () => {
    const mixed = nearProducts([13, 1, 25, 14, 2, 26, 15, 3, 27])
    expect(searchShop(shop, 'laptop', { semantic: mixed }).extendedByMeaning).toBe(0)
  })
})

describe('the kind of thing that shoppers choose for a query', () => {
  const sleeves = many(12, (i) => ({ title: `Laptop sleeve ${i}`, productType: 'Bags' }))
  const notebooks = many(12, (i) => ({
    title: `Acme slim light travel laptop computer ${i}`,
    productType: 'Notebooks',
  }))
  const shop = smallShop([...sleeves, ...notebooks])
  const search = (chosen: [number, number][], parts = {}) =>
    searchShop(shop, 'laptop', { preferences: new Map(chosen), popularityWeight: 1, ...parts })
  const isNotebook = ({ id }: { id: number }) => id > 12

  it('comes first once three products of it were chosen, and the set stays the same', () => {
    expect(search([]).hits.slice(0, 12).some(isNotebook)).toBe(false)
    const { hits, total } = search([
      [13, 0.5],
      [14, 0.5],
      [15, 0.5],
    ])
    expect(hits.slice(0, 12).every(isNotebook)).toBe(true)
    expect(hits[0].explanation.isOfKind).toBe(true)
    expect(total).toBe(search([]).total)
    const fewer = search([
      [13, 1],
      [14, 1],
    ])
    expect(fewer.hits.slice(0, 12).every(isNotebook)).toBe(false)
  })

  it('is not known where the choices are divided, nor where popularity is switched off', () => {
    const divided: [number, number][] = [
      [13, 0.5],
      [14, 0.5],
      [1, 0.5],
      [2, 0.5],
    ]
    expect(search(divided).hits.slice(0, 12).every(isNotebook)).toBe(false)
    const notebooksOnly: [number, number][] = [
      [13, 1],
      [14, 1],
      [15, 1],
    ]
    expect(search(notebooksOnly, { popularityWeight: 0 }).hits[0].id).toBeLessThanOrEqual(12)
  })

  it('is not asked for where a query describes the thing, nor without types or words', () => {
    const chosen = new Map(idsFrom(13, 3).map((id) => [id, 1]))
    const ordered = (text: string, parts = {}) =>
      searchShop(shop, text, { preferences: chosen, popularityWeight: 1, ...parts }).hits
    expect(ordered('laptop')[0].explanation.isOfKind).toBe(true)
    expect(ordered('laptop sleeve')[0].explanation.isOfKind).toBeUndefined()
    expect(ordered('laptop', { typeAttribute: undefined })[0].explanation.isOfKind).toBeUndefined()
    expect(ordered('laptop', { query: undefined })[0].explanation.isOfKind).toBeUndefined()
    expect(ordered('laptop', { popularityWeight: 0 })[0].explanation.isOfKind).toBeUndefined()
  })

  it('is the one with more than half of what is chosen, each product by how much it is', () => {
    const isFirst = (chosen: [number, number][]) => isNotebook(search(chosen).hits[0])
    expect(
      isFirst([
        [13, 0.9],
        [1, 0.4],
        [2, 0.4],
      ]),
    ).toBe(true)
    expect(
      isFirst([
        [13, 0.8],
        [1, 0.4],
        [2, 0.4],
      ]),
    ).toBe(false)
    // What is gone, or was not chosen after all, does not count.
    expect(
      isFirst([
        [13, 0.9],
        [1, 0.4],
        [999, 1],
        [2, 0],
      ]),
    ).toBe(false)
  })

  it('does not overrule a type that is called so', () => {
    const cases = many(12, (i) => ({ title: `Phone case ${i}`, productType: 'Phone cases' }))
    const phones = many(12, (i) => ({ title: `Acme Nova smart phone, model ${i}`, productType: 'Phones' }))
    const { hits } = searchShop(smallShop([...cases, ...phones]), 'phone', {
      preferences: new Map(idsFrom(1, 5).map((id) => [id, 1])),
      popularityWeight: 1,
    })
    expect(hits.slice(0, 12).every(isNotebook)).toBe(true)
  })
})

describe('the kind of thing that a query asks for, where words are relaxed', () => {
  const cuff = { title: 'Flying women', productType: 'Ear cuffs' }
  const bowls = many(60, (i) => ({ title: `Bowl ${i}`, productType: 'Bowls' }))
  const first = (pieces: Parameters<typeof smallShop>[0]) =>
    searchShop(smallShop([cuff, ...pieces, ...bowls]), 'necklace for women').hits[0]?.id

  it('comes before what has a rarer word alone: half of the products that say the word have it for a type', () => {
    const typed = (count: number, of: number) =>
      many(of, (i) => ({ title: `Sun necklace ${i}`, productType: i < count ? 'Necklace' : 'Gifts' }))
    expect(first(typed(12, 12))).not.toBe(1)
    expect(first(typed(6, 12))).not.toBe(1)
    expect(first(typed(5, 12))).toBe(1)
  })
})

describe('the type that a query calls by its name', () => {
  const tapes = many(12, (i) => ({ title: `Handlebar tape ${i}`, productType: 'Tape', tags: ['Tape and grips'] }))
  const grips = many(3, (i) => ({ title: `Oury grip set ${i}`, productType: 'Grips' }))
  const mugs = many(30, (i) => ({ title: `Mug ${i}`, productType: 'Mugs' }))
  const asked = { constraints: [typeConstraint('grips', 'Grips')] }

  it('is found and comes first where all that has the other words is something else', () => {
    const { hits, total, text } = searchShop(smallShop([...tapes, ...grips, ...mugs]), 'handlebar grips', asked)
    expect(hits.slice(0, 3).map(({ id }) => id)).toEqual([13, 14, 15])
    expect([total, text?.relaxed]).toEqual([15, true])
  })

  it('is asked for with the other words where something of it has them', () => {
    const one = { title: 'Handlebar grips', productType: 'Grips' }
    const { hits, total, text } = searchShop(smallShop([...tapes, ...grips, one]), 'handlebar grips', asked)
    expect(hits[0]?.id).toBe(16)
    expect([total, text?.relaxed]).toEqual([13, false])
  })

  it('is not found as a whole where it is much of the shop and most that has its name is something else', () => {
    const manyTapes = many(60, (i) => ({ title: `Handlebar tape ${i}`, productType: 'Tape', tags: ['Tape and grips'] }))
    const many21 = many(21, (i) => ({ title: `Oury grip set ${i}`, productType: 'Grips' }))
    const total = (members: typeof many21) =>
      searchShop(smallShop([...manyTapes, ...members]), 'handlebar grips', asked).total
    expect([total(many21.slice(0, 20)), total(many21)]).toEqual([80, 60])
    // What nobody may see is no part of the shop.
    const visibility = { terms: [], inStockOnly: false, hidden: [61] }
    const shop = smallShop([...manyTapes, ...many21])
    expect(searchShop(shop, 'handlebar grips', { ...asked, visibility }).total).toBe(80)
  })

  it('is found as a whole, however much of the shop it is, where products are called by its name', () => {
    const many21 = many(21, (i) => ({ title: `Oury grip set ${i}`, productType: 'Grips' }))
    expect(searchShop(smallShop([...tapes, ...many21]), 'handlebar grips', asked).total).toBe(33)
  })

  it('is not found without the other words where it only says whom or where things are for', () => {
    const jackets = many(3, (i) => ({ title: `Jacket ${i}`, productType: "Women's" }))
    const pants = many(12, (i) => ({ title: `Women pants ${i}`, productType: 'Trousers' }))
    const { total } = searchShop(smallShop([...pants, ...jackets, ...mugs]), 'pants women', {
      constraints: [typeConstraint('women', "Women's")],
    })
    expect(total).toBe(12)
  })

  it('obeys what else was asked for', () => {
    const cheap = { ...asked, constraints: [...asked.constraints, priceConstraint(14)] }
    const { hits } = searchShop(smallShop([...tapes, ...grips, ...mugs]), 'handlebar grips', cheap)
    expect(hits.slice(0, 2).map(({ id }) => id)).toEqual([13, 14])
    expect(hits.map(({ id }) => id)).not.toContain(15)
  })
})

function typeConstraint(text: string, type: string): Constraint {
  const attributes = [{ kind: 'terms' as const, name: 'product_type', values: [type] }]
  return { kind: 'product_type', text, label: type, attributes, phrases: [[text]] }
}

/** Products cost their number. */
function priceConstraint(max: number): Constraint {
  return { kind: 'price', text: '', label: '', attributes: [], phrases: [], price: { min: null, max } }
}
