/** The other gender of a word. Numbered. */
import { describe, expect, it } from 'vitest'
import { queryForms } from '../../index/testing/query-forms.ts'

const forms = (titles: readonly string[], text: string, locale: string) =>
  queryForms(
    titles.map((title) => ({ title })),
    text,
    { locale },
  ).map((word) => Object.fromEntries(word.map(({ text: form, weight }) => [form, weight])))

describe('a word of the other gender', () => {
  it('G1: is found at half its weight, in one and in many', () => {
    const titles = ['Pijama niña', 'Pijama niñas', 'Pijama niño', 'Pijama niños']
    expect(forms(titles, 'niña', 'es')).toEqual([{ nina: 1, ninas: 0.98, nino: 0.5, ninos: 0.5 }])
    expect(forms(titles, 'niños', 'es')).toEqual([{ nina: 0.5, ninas: 0.5, nino: 0.98, ninos: 1 }])
    expect(forms(['Vestido menina', 'Fato meninos'], 'menina', 'pt')).toEqual([{ menina: 1, meninos: 0.5 }])
  })

  it('G2: is told in languages alone that have it in these endings', () => {
    expect(forms(['Photo frame', 'Photos'], 'photos', 'en')).toEqual([{ photo: 0.98, photos: 1 }])
    expect(forms(['Maglione blu', 'Maglioni blu'], 'maglione', 'it')).toEqual([{ maglione: 1, maglioni: 0.98 }])
  })
})
