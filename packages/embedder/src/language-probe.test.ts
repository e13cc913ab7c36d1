import { describe, expect, it } from 'vitest'
import type { TextEmbedder } from './embedder.ts'
import { understandsLanguage } from './language-probe.ts'

/** Creates a model that places `right` of ten words at their translations, and the others at the next word. */
function modelThatKnows(right: number, languages?: string[]) {
  let asked = 0
  const vector = (at: number) => Float32Array.from({ length: 10 }, (_, i) => (i === at ? 1 : 0))
  const embed = async (texts: readonly string[], kind: string) => {
    asked++
    return texts.map((_, i) => vector(kind === 'document' || i < right ? i : (i + 1) % 10))
  }
  const model = { embed, ...(languages ? { languages } : {}) } as unknown as TextEmbedder
  return { model, asked: () => asked }
}

describe('a model', () => {
  it.each([
    [10, true],
    [6, true],
    [5, false],
    [0, false],
  ])('that finds %s of ten translations understands the language: %s', async (right, understands) => {
    expect(await understandsLanguage(modelThatKnows(right).model, 'de')).toBe(understands)
  })

  it('that declares its languages is not tested', async () => {
    const { model, asked } = modelThatKnows(10, ['de'])
    expect([await understandsLanguage(model, 'de'), await understandsLanguage(model, 'fr')]).toEqual([true, false])
    expect(asked()).toBe(0)
  })

  it('understands English, Norwegian by Bokmål, and no language without test words', async () => {
    expect(await understandsLanguage(modelThatKnows(0).model, 'en')).toBe(true)
    expect(await understandsLanguage(modelThatKnows(10).model, 'no')).toBe(true)
    expect(await understandsLanguage(modelThatKnows(10).model, 'xx')).toBe(false)
  })
})
