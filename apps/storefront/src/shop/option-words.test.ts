import { describe, expect, it } from 'vitest'
import { optionWords } from './option-words.ts'

const value = (text: string, label: string, hex: string | null = null) => ({ value: text, label, hex }) as never
const color = {
  attributeType: 'option' as const,
  title: 'Farbe',
  values: [value('Red', 'Rot', '#f00'), value('Blue', 'Blau', '#00f')],
}
const size = { attributeType: 'option' as const, title: 'Größe', values: [value('S', 'S'), value('M', 'M')] }
const material = { attributeType: 'metafield' as const, title: 'Material', values: [value('Red', 'Rot')] }

describe('the texts of an option', () => {
  it('come from the filter that has the same values', () => {
    const words = optionWords([size, color, material], { name: 'Color', values: ['Red', 'Blue'] })
    expect(words.name).toBe('Farbe')
    expect(words.labelOf('Blue')).toBe('Blau')
    expect(words.hexOf('Red')).toBe('#f00')
  })

  it('are untranslated if no filter has half of its values', () => {
    const words = optionWords([size, color], { name: 'Shade', values: ['Red', 'Walnut', 'Oak'] })
    expect(words.name).toBe('Shade')
    expect(words.labelOf('Red')).toBe('Red')
    expect(words.hexOf('Red')).toBe(null)
  })

  it('are untranslated until the filters are loaded', () => {
    expect(optionWords([], { name: 'Size', values: ['S'] }).name).toBe('Size')
  })
})
