// @vitest-environment happy-dom
import { ApiError } from '@vitrine/client/admin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { listChanges, nameOf } from './changes.ts'
import { asCommand, asCurl } from './export.ts'
import { applyPatch, combinePatches, type Document, isEqual, type Json, prunePatch } from './patch.ts'
import { conflictsOf, faultsOf } from './use-publish.ts'
import { toYaml } from './yaml.ts'

const text = fc.oneof(
  fc.constantFrom('', 'yes', '1', 'a b', ' x', 'x: y', '# no', '~', "it's", 'Größe', '-', 'null'),
  fc.string(),
)
const scalar = fc.oneof(text, fc.integer(), fc.boolean())
const list = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 4 }), title: text }), {
  selector: ({ id }) => id,
})
/** Like a configuration, the generated documents have values of the same type under the same name. */
const part = fc.record(
  { title: text, limit: fc.integer(), rules: list, tags: fc.array(text, { maxLength: 3 }) },
  { requiredKeys: [] },
)
const document = fc.record({ search: part, events: part, name: text }, { requiredKeys: [] }) as fc.Arbitrary<Document>
/** Null restores the default of a setting. */
const taken = fc.record({ title: fc.constant(null), limit: fc.constant(null) }, { requiredKeys: [] })
const patch = fc.oneof(document, fc.record({ search: taken }) as fc.Arbitrary<Document>)

const at = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, name) => {
    if (Array.isArray(inner)) return inner.find((one) => nameOf(one) === name)
    return (inner as Document | undefined)?.[name]
  }, value)

describe('a draft', () => {
  it('that combines two edits has the same effect as the two in turn', () =>
    fc.assert(
      fc.property(document, patch, patch, (live, first, second) => {
        expect(applyPatch(live, combinePatches(first, second))).toEqual(applyPatch(applyPatch(live, first), second))
      }),
    ))

  it('keeps its effect when it is pruned, and then only contains changes', () =>
    fc.assert(
      fc.property(document, patch, (live, edit) => {
        const pruned = prunePatch(live, edit)
        expect(applyPatch(live, pruned)).toEqual(applyPatch(live, edit))
        expect(prunePatch(applyPatch(live, edit), pruned)).toEqual({})
      }),
    ))

  it('whose edits are undone is empty', () =>
    fc.assert(
      fc.property(document, document, (live, edit) => {
        const changed = applyPatch(live, edit)
        const back = Object.fromEntries(Object.keys(changed).map((name) => [name, live[name] ?? null]))
        if (isEqual(applyPatch(changed, back), live)) expect(prunePatch(live, back)).toEqual({})
      }),
    ))
})

describe('the changes between two configurations', () => {
  it('are empty if and only if they are equal', () =>
    fc.assert(
      fc.property(document, document, (before, after) => {
        expect(listChanges(before, after).length === 0).toBe(isEqual(before, after))
        expect(listChanges(before, structuredClone(before))).toEqual([])
      }),
    ))

  it('name the path, the value before and the value after', () =>
    fc.assert(
      fc.property(document, document, (before, after) => {
        for (const change of listChanges(before, after)) {
          if (change.path.length > 2 && change.path[1] === 'tags') continue
          expect(at(before, change.path)).toEqual(change.before)
          expect(at(after, change.path)).toEqual(change.after)
        }
      }),
    ))

  it('show everything below the third level as one value', () => {
    const of = (value: Json) => ({ a: { b: { c: { d: value, e: 1 } } } })
    expect(listChanges(of(1), of(2))).toEqual([
      { path: ['a', 'b', 'c'], before: { d: 1, e: 1 }, after: { d: 2, e: 1 } },
    ])
  })
})

describe('equality', () => {
  it("ignores the order of an object's names", () =>
    fc.assert(
      fc.property(document, (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse())
        expect(isEqual(value, turned)).toBe(true)
        expect(isEqual(value, { ...value, more: 1 })).toBe(false)
        expect(isEqual({ ...value, more: 1 }, { ...value, other: 1 })).toBe(false)
      }),
    ))

  it('tells lists, objects and scalars apart', () => {
    const values: Json[] = [null, 0, '', [], {}, [1], [1, 2], [2, 1], { a: 1 }, { a: [1] }, '1', 1]
    for (const [i, one] of values.entries())
      for (const [j, other] of values.entries()) expect(isEqual(one, structuredClone(other))).toBe(i === j)
  })
})

describe('an exported draft', () => {
  const json = fc.letrec<{ value: Json; list: Json; object: Json }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, scalar, fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<Json>,
    object: fc.dictionary(text, tie('value'), { maxKeys: 3 }) as fc.Arbitrary<Json>,
  })).object

  it('is YAML that reads back as the same document', () =>
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.stringify(parse(toYaml(value)))).toBe(JSON.stringify(value))
      }),
    ))

  it('is a command whose body passes through a shell unchanged', () => {
    const target = { origin: 'http://x', shop: 's', patch: { title: "it's" } }
    expect(asCurl(target)).toContain(`-d '{\n  "title": "it'\\''s"\n}'`)
    expect(asCommand(target)).toContain('#   title: "it\'s"')
  })
})

describe('a publication that failed', () => {
  const error = (status: number, body: object) => new ApiError(status, body, new Headers())

  it("lists each fault with its path, or the server's sentence", () => {
    const items = [{ message: 'is wrong', path: ['search', 'rules', 0] }]
    expect(faultsOf(error(400, { error: items }))).toEqual(['search › rules › 0: is wrong'])
    expect([faultsOf(error(500, { error: 'no' })), faultsOf(new Error('offline'))]).toEqual([['no'], ['offline']])
  })

  it('has conflicts only if somebody else published first', () => {
    const conflicts = [{ path: ['a'], mine: 1, theirs: 2 }]
    expect(conflictsOf(error(412, { conflicts }))).toEqual(conflicts)
    expect([conflictsOf(error(412, {})), conflictsOf(error(400, { conflicts })), conflictsOf(null)]).toEqual([
      [],
      [],
      [],
    ])
  })
})
