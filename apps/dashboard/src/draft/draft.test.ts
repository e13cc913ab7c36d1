import { describe, expect, it } from 'vitest'
import { listChanges } from './changes.ts'
import { applyPatch, combinePatches, type Document, prunePatch } from './patch.ts'
import { toYaml } from './yaml.ts'

const live: Document = {
  search: { synonyms: [['sofa', 'couch']], rules: [{ id: 'a', when: { query: 'mug' }, hide: [1] }], stop_words: [] },
  attribution: { click_window_days: 7 },
}

describe('a draft', () => {
  it('has the same effect as its edits in turn', () => {
    const first = { search: { stop_words: ['the'], synonyms: [] } }
    const second = { search: { synonyms: [['mug', 'cup']] }, attribution: null }
    const combined = combinePatches(first, second)
    expect(applyPatch(live, combined)).toEqual(applyPatch(applyPatch(live, first), second))
    expect(applyPatch(live, combined)).not.toHaveProperty('attribution')
  })

  it('is empty again when every edit is undone', () => {
    const edit = { search: { stop_words: ['the'] } }
    const back = { search: { stop_words: [] } }
    expect(prunePatch(live, combinePatches(edit, back))).toEqual({})
    expect(prunePatch(live, edit)).toEqual(edit)
    expect(prunePatch(live, { nothing: null })).toEqual({})
  })

  it('does not modify the live document', () => {
    const before = structuredClone(live)
    applyPatch(live, { search: { rules: null } })
    expect(live).toEqual(before)
  })
})

describe('the changes of a draft', () => {
  it('name the changed items of a list, not the list', () => {
    const rules = [
      { id: 'a', when: { query: 'mug' }, hide: [2] },
      { id: 'b', when: { query: 'cup' }, hide: [3] },
    ]
    const changes = listChanges(live, applyPatch(live, { search: { rules, synonyms: [] } }))
    expect(changes.map(({ path }) => path.join('/'))).toEqual([
      'search/synonyms/sofa, couch',
      'search/rules/a',
      'search/rules/b',
    ])
    expect(changes[0]?.after).toBeUndefined()
    expect(changes[2]?.before).toBeUndefined()
  })

  it('show the whole list if only its order differs', () => {
    const before = { filters: [{ id: 1 }, { id: 2 }] }
    expect(listChanges(before, { filters: [{ id: 2 }, { id: 1 }] }).map(({ path }) => path)).toEqual([['filters']])
  })

  it('are empty between equal documents', () => {
    expect(listChanges(live, structuredClone(live))).toEqual([])
  })
})

describe('YAML of a draft', () => {
  it('is formatted as a person would write it', () => {
    const text = toYaml({
      search: { synonyms: [['sofa', 'couch'], { from: 'tee', to: ['t-shirt'] }], rules: [] },
      ok: 'yes',
    })
    expect(text).toBe(
      [
        'search:',
        '  synonyms:',
        '    - [sofa, couch]',
        '    - from: tee',
        '      to: [t-shirt]',
        '  rules: []',
        'ok: "yes"',
      ].join('\n'),
    )
  })

  it('quotes values that YAML would not read as text', () => {
    expect(toYaml({ a: '1', b: 'true', c: 'x: y', d: '', e: null, f: '# no' })).toBe(
      'a: "1"\nb: "true"\nc: "x: y"\nd: ""\ne: null\nf: "# no"',
    )
  })
})
