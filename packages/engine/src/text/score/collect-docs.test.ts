/** Which docs answer a query, and what those keep of their score that lack something. */
import { describe, expect, it } from 'vitest'
import { SegmentSteps } from './segment-steps.ts'
import { scoreInput } from '../testing/score-input.ts'
import type { TextDoc } from '../text-doc.ts'
import { MATCH_CLASS } from '../text-query.ts'
import type { SegmentInput } from './collect-segment.ts'
import { type Collected, type CollectInput, collect, collectAll, collectSome } from './collect-docs.ts'

const many = (count: number, doc: Partial<TextDoc>) => Array.from({ length: count }, () => doc)

type InputParts = Partial<Omit<CollectInput, 'segments'> & SegmentInput>

function inputOf(docs: readonly Partial<TextDoc>[], text: string, parts: InputParts = {}): CollectInput {
  const {
    capacity = 500,
    rankAtMost = Number.POSITIVE_INFINITY,
    namedEnough = 10,
    isHeadKind = () => false,
    ...own
  } = parts
  const whole = { ids: null, excluded: [], base: 0, price: null, head: -1, measured: 0, numbers: 0 }
  const segments = new SegmentSteps([{ ...scoreInput(docs, text), ...whole, ...own }])
  return { segments, capacity, rankAtMost, namedEnough, isHeadKind }
}

/** Docs of the best, best first. */
const docsOf = ({ top }: Collected) => Array.from(top.order(), (place) => top.docs[place])
const scoreOf = ({ top }: Collected, doc: number) => top.scores[top.docs.indexOf(doc)]!
const classOf = ({ top }: Collected, doc: number) => top.classes[top.docs.indexOf(doc)]

describe('docs that have every word', () => {
  it('C1: where ten name them all, those that only mention one are left out; with nine they are not', () => {
    const mentions = many(3, { title: 'rug', description: 'brass' })
    expect(collectAll(inputOf([...many(10, { title: 'brass' }), ...mentions], 'brass'))).toMatchObject({
      count: 10,
      named: 10,
      rule: { isNamed: true, coverage: null },
    })
    expect(collectAll(inputOf([...many(9, { title: 'brass' }), ...mentions], 'brass'))).toMatchObject({
      count: 12,
      named: 9,
      rule: { isNamed: false, coverage: null },
    })
  })

  it('C1a: where they are more than are ranked, they are counted and none is kept; as many are kept', () => {
    const docs = [...many(12, { title: 'brass' }), ...many(3, { title: 'rug', description: 'brass' })]
    const at = (rankAtMost: number) => collectAll(inputOf(docs, 'brass', { rankAtMost }))
    expect([at(11), at(12)].map(({ top }) => top.length)).toEqual([0, 12])
    expect(at(11)).toMatchObject({ count: 12, matched: at(12).matched, rule: at(12).rule })
    const few = docs.slice(3)
    const ranked = (rankAtMost: number) => collectAll(inputOf(few, 'brass', { rankAtMost })).top.length
    expect([ranked(11), ranked(12)]).toEqual([0, 12])
  })

  const rule = { isNamed: false, isOneNamed: false, coverage: null, kind: 0 }

  it('C2: a rule that was decided before holds, whatever this set would decide', () => {
    const docs = [...many(10, { title: 'brass' }), ...many(3, { title: 'rug', description: 'brass' })]
    expect(collect(inputOf(docs, 'brass'), { ...rule, isNamed: false }).count).toBe(13)
    expect(collect(inputOf(docs.slice(5), 'brass'), { ...rule, isNamed: true }).count).toBe(5)
  })

  it('C2a: those that only mention the kind of thing asked for keep a twentieth, where others are called so', () => {
    const docs = [
      { title: 'coffee table', description: 'cup' },
      { title: 'cup', description: 'coffee' },
    ]
    const at = (isHeadKind: boolean, of: Partial<TextDoc>[] = docs) =>
      collectAll(inputOf(of, 'coffee cup', { head: 1, isHeadKind: () => isHeadKind }))
    expect(scoreOf(at(true), 0)).toBeCloseTo(0.05 * scoreOf(at(false), 0), 5)
    expect(scoreOf(at(true), 1)).toBe(scoreOf(at(false), 1))
    const again = collect(inputOf(docs.slice(0, 1), 'coffee cup', { head: 1 }), at(true).rule)
    const free = collectAll(inputOf(docs.slice(0, 1), 'coffee cup', { head: 1 }))
    expect(scoreOf(again, 0)).toBeCloseTo(0.05 * scoreOf(free, 0), 5)
    expect(at(true, docs.slice(0, 1)).rule.kind).toBe(0)
  })

  it('C3: the set holds each of them, and nothing else', () => {
    const docs = Array.from({ length: 70 }, (_, i) => ({ title: i % 3 === 0 ? 'brass' : 'rug' }))
    const { matched, count } = collectAll(inputOf(docs, 'brass'))
    const found = docs.flatMap((_, doc) => ((matched[0]![doc >>> 5]! & (1 << (doc & 31))) !== 0 ? [doc] : []))
    expect(found).toEqual(docs.flatMap((_, doc) => (doc % 3 === 0 ? [doc] : [])))
    expect(count).toBe(24)
  })

  it('C4: equal ones come in the order of product numbers', () => {
    const input = inputOf(many(3, { title: 'brass' }), 'brass', { ids: Float64Array.of(30, 10, 20) })
    expect(docsOf(collectAll(input))).toEqual([1, 2, 0])
  })

  it('C5: outside the price asked for they keep six tenths; both ends are inside', () => {
    const docs = [10, 20, 30, 9.99, 30.01].map((price) => ({ title: 'brass', price }))
    const free = collectAll(inputOf(docs, 'brass'))
    const asked = collectAll(inputOf(docs, 'brass', { price: { min: 10, max: 30 } }))
    const shares = docs.map((_, doc) => scoreOf(asked, doc) / scoreOf(free, doc))
    expect(shares).toEqual([1, 1, 1, expect.closeTo(0.6, 5), expect.closeTo(0.6, 5)])
    const open = collectAll(inputOf(docs, 'brass', { price: { min: null, max: 15 } }))
    expect(docs.map((_, doc) => scoreOf(open, doc) < scoreOf(free, doc))).toEqual([false, true, true, false, true])
  })

  it('C6: with an excluded word they keep three quarters, and are of the last class', () => {
    const docs = [{ title: 'brass' }, { title: 'brass', description: 'leather' }, { title: 'leather' }]
    const { postings } = scoreInput(docs, 'leather')
    const free = collectAll(inputOf(docs, 'brass'))
    const found = collectAll(inputOf(docs, 'brass', { excluded: postings[0]! }))
    expect([0, 1].map((doc) => scoreOf(found, doc) / scoreOf(free, doc))).toEqual([1, expect.closeTo(0.75, 5)])
    expect([0, 1].map((doc) => classOf(found, doc))).toEqual([MATCH_CLASS.words, MATCH_CLASS.excluded])
    expect(found.count).toBe(2)
  })

  it('C7: what denies the excluded word itself is not held to have it', () => {
    // Two words away at most, and in one field.
    const denied = [
      'no leather',
      'without soft leather',
      'leather free',
      'leather parts excluded',
      'leather, no leather',
    ]
    const stated = ['leather', 'no thin soft leather', 'leather parts are free', 'leather no']
    const docs: Partial<TextDoc>[] = [...denied, ...stated].map((description) => ({ title: 'brass', description }))
    docs.push({ title: 'brass', tags: ['free'], description: 'leather' })
    const { postings } = scoreInput(docs, 'leather')
    const found = collectAll(inputOf(docs, 'brass', { excluded: postings[0]! }))
    expect(docs.map((_, doc) => classOf(found, doc) === MATCH_CLASS.excluded)).toEqual([
      ...denied.map(() => false),
      ...stated.map(() => true),
      true,
    ])
  })

  it('C8: are of the class of how they have the words: as typed, nearly, mentioned', () => {
    const docs = [{ title: 'brass lamps' }, { title: 'brass', description: 'lamp' }, { title: 'brass lampshade' }]
    const found = collectAll(inputOf(docs, 'brass lamp'))
    expect([0, 1].map((doc) => classOf(found, doc))).toEqual([MATCH_CLASS.words, MATCH_CLASS.mentioned])
    const typed = scoreInput(docs, 'brass lamp', { prefixLast: true })
    const near = collectAll(inputOf(docs, 'brass lamp', typed))
    expect([0, 2].map((doc) => classOf(near, doc))).toEqual([MATCH_CLASS.words, MATCH_CLASS.nearWords])
  })
})

describe('docs that lack a word', () => {
  /** No doc has both words; "brass" is the rarer one, and the thing. */
  const shop = (brass: number, oak: number, docs: number) => [
    ...many(brass, { title: 'brass' }),
    ...many(oak, { title: 'oak' }),
    ...many(docs - brass - oak, { title: 'rug' }),
  ]
  const some = (docs: Partial<TextDoc>[], options = {}) => collectSome(inputOf(docs, 'oak brass'), options)

  it('C8a: must name the one that they have, where the thing is among what is found; those that have both words need not', () => {
    const mention = { title: 'rug', description: 'oak' }
    const both = { title: 'rug', description: 'oak brass' }
    const docs = [mention, both, ...shop(3, 3, 150)]
    const at = (head: number) => collectSome(inputOf(docs, 'oak brass', { head }))
    expect([-1, 1].map((head) => docsOf(at(head)).includes(0))).toEqual([false, false])
    expect(docsOf(at(1))).toContain(1)
    expect(at(1).rule.isOneNamed).toBe(true)
    expect(docsOf(collectSome(inputOf(docs, 'oak brass', { head: -1 }), { decided: at(1).rule }))).not.toContain(0)
  })

  it('C8c: where nothing is the thing, are found by one word that they name or by several that they mention, never by one mention', () => {
    const mention = { title: 'rug', description: 'oak' }
    const mentions = { title: 'rug', description: 'oak of a fine grain' }
    const names = { title: 'oak' }
    const found = collectSome(inputOf([mention, mentions, names, ...shop(0, 0, 50)], 'grain oak brass', { head: 2 }))
    expect(docsOf(found).sort()).toEqual([1, 2])
    expect(found.rule.isOneNamed).toBe(false)
    // An excluded word is none of those that it has.
    const excluded = scoreInput([{ title: 'rug', description: 'oak' }], 'rug').postings[0]!
    const docs = [mention, names, ...many(50, { title: 'lamp' })]
    expect(docsOf(collectSome(inputOf(docs, 'oak brass', { head: 1, excluded })))).toEqual([1])
  })

  it('C8b: what lacks the kind of thing that is asked for keeps a twentieth, where others are of it', () => {
    const docs = [{ title: 'women' }, ...many(3, { title: 'necklace' }), ...many(40, { title: 'mug' })]
    const at = (parts: InputParts) => collectSome(inputOf(docs, 'necklace women', { head: 0, ...parts }))
    const [plain, kind] = [at({ isHeadKind: () => false }), at({ isHeadKind: () => true })]
    expect(scoreOf(kind, 0)).toBeCloseTo(0.05 * scoreOf(plain, 0), 5)
    expect(scoreOf(kind, 1)).toBe(scoreOf(plain, 1))
    const none = [{ title: 'women' }, ...many(3, { title: 'rug', description: 'necklace' })]
    const ofNone = (isHeadKind: boolean) =>
      collectSome(inputOf(none, 'necklace women', { head: 0, isHeadKind: () => isHeadKind }))
    expect(scoreOf(ofNone(true), 0)).toBe(scoreOf(ofNone(false), 0))
  })

  it('C9: join from the heaviest word down until there are twenty', () => {
    expect(some(shop(20, 15, 150)).count).toBe(20)
    expect(some(shop(19, 18, 150)).count).toBe(37)
  })

  it('C10: in a larger shop until a tenth of it is there, sixty at most', () => {
    expect(some(shop(29, 40, 300)).count).toBe(69)
    expect(some(shop(30, 40, 300)).count).toBe(30)
    expect(some(shop(59, 100, 1000)).count).toBe(159)
    expect(some(shop(60, 100, 1000)).count).toBe(60)
  })

  it('C10a: more than a quarter of the shop only where nothing has more of the query', () => {
    expect(some(shop(10, 15, 100)).count).toBe(25)
    expect(some(shop(10, 16, 100)).count).toBe(10)
    expect(some(shop(0, 28, 100)).count).toBe(28)
  })

  it('C10b: not counting those that only mention one word', () => {
    const docs = [...many(60, { title: 'rug', description: 'oak' }), ...shop(10, 15, 100)]
    expect(some(docs).count).toBe(25)
  })

  it('C11: need fifteen hundredths of the query’s weight', () => {
    // The weight of a word is its rarity, a fifth more for the thing.
    const weight = (docs: number, of: number) => Math.log(1 + (of - docs + 0.5) / (docs + 0.5))
    const share = (oak: number) => weight(oak, 120) / (weight(oak, 120) + 1.2 * weight(0, 120))
    expect([share(35), share(40)]).toEqual([expect.closeTo(0.157, 2), expect.closeTo(0.142, 2)])
    expect(some(shop(0, 35, 120)).count).toBe(35)
    expect(some(shop(0, 40, 120)).count).toBe(0)
  })

  it('C12: keep the share of the weight that they have', () => {
    const docs = [{ title: 'brass oak' }, { title: 'brass' }, { title: 'oak' }, ...many(7, { title: 'rug' })]
    const input = inputOf(docs, 'oak brass')
    const [oak, brass] = input.segments.inputs[0]!.termWeights
    const alone = (text: string, doc: number) => scoreOf(collectAll(inputOf(docs, text)), doc)
    const found = collectSome(input)
    expect(scoreOf(found, 1)).toBeCloseTo(alone('brass', 1) * (brass! / (brass! + oak!)), 4)
    expect(found.rule.isNamed).toBe(false)
    expect([0, 1, 2].map((doc) => classOf(found, doc))).toEqual([
      MATCH_CLASS.words,
      MATCH_CLASS.someWords,
      MATCH_CLASS.someWords,
    ])
  })

  it('C13: beside products that name every word only fill the first page: ten, or a hundredth of the shop', () => {
    const named = { named: 1 }
    expect(some(shop(10, 10, 500), named).count).toBe(10)
    expect(some(shop(9, 16, 500), named).count).toBe(25)
    expect(some(shop(19, 30, 2000), named).count).toBe(49)
    expect(some(shop(20, 30, 2000), named).count).toBe(20)
  })

  it('C14: there a word is left out that ten products and more than a twentieth of the shop have', () => {
    const named = { named: 1 }
    expect(some(shop(5, 20, 500), named).count).toBe(25)
    expect(some(shop(5, 21, 500), named).count).toBe(5)
    expect(some(shop(2, 8, 20), named).count).toBe(10)
    expect(some(shop(2, 9, 20), named).count).toBe(2)
    // What has less of the query joins all the same, where it is rarer.
    const elms = [{ title: 'oak elm brass' }, ...many(30, { title: 'oak elm' }), ...shop(5, 0, 469)]
    expect(collectSome(inputOf(elms, 'oak elm brass'), named).count).toBe(6)
  })

  it('C15: by a rule that was decided before, whatever this set would decide', () => {
    const { rule } = some(shop(20, 40, 150))
    expect(collect(inputOf(shop(3, 40, 150), 'oak brass'), rule).count).toBe(3)
  })

  it('C16: are found by queries of more words than combinations are counted in an array', () => {
    const words = 'aster birch cedar daisy elder fern grape hazel iris jade kelp lotus maple nettle'.split(' ')
    const docs = [{ title: words.slice(0, 13).join(' ') }, { title: words.slice(1).join(' ') }, { title: 'rug' }]
    const found = collectSome(inputOf(docs, words.join(' ')))
    expect(docsOf(found).sort()).toEqual([0, 1])
    expect(Math.max(...found.rule.coverage!.keys())).toBeGreaterThan(2 ** 12)
  })
})

describe('docs of several segments', () => {
  it('S1: are taken in until all segments together have enough, as in one', () => {
    // Too many have the heavy word to join; those with the light word alone came after enough had the heavy one.
    const docs = [...many(30, { title: 'brass' }), ...many(8, { title: 'rug' }), ...many(162, { title: 'lamp' })]
    const { termWeights } = scoreInput(docs, 'brass rug')
    const weights = { termWeights: [Math.max(...termWeights), Math.min(...termWeights)], byWeight: [0, 1] }
    const spread = Array.from({ length: 5 }, (_, s) => docs.filter((_doc, i) => i % 5 === s))
    const collected = (parts: readonly (readonly Partial<TextDoc>[])[]) => {
      const inputs = parts.flatMap((part) => inputOf(part, 'brass rug', weights).segments.inputs)
      const input = { ...inputOf(docs, 'brass rug'), segments: new SegmentSteps(inputs) }
      const { count, rule } = collectSome(input, { named: 1 })
      return { count, coverage: [...rule.coverage!.keys()] }
    }
    expect(collected(spread)).toEqual(collected([docs]))
  })
})
