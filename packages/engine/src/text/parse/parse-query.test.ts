import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { parseQuery } from './parse-query.ts'

function read(text: string, locale = 'en') {
  const { wanted, excluded } = parseQuery(text, analyzerFor(locale), new Set())
  return { wanted: wanted.map(({ word }) => word), excluded: excluded.map(({ word }) => word) }
}

describe('what is not wanted', () => {
  it('stands after a negator, also behind an article', () => {
    expect(read('bag without handles')).toEqual({ wanted: ['bag'], excluded: ['handles'] })
    expect(read('bag without any handles')).toEqual({ wanted: ['bag'], excluded: ['handles'] })
    expect(read('tasche ohne einen henkel', 'de')).toEqual({ wanted: ['tasche'], excluded: ['henkel'] })
    expect(read("crème sans l'huile", 'fr')).toEqual({ wanted: ['creme'], excluded: ['huile'] })
    expect(read('cookies w/o sugar')).toEqual({ wanted: ['cookies'], excluded: ['sugar'] })
  })

  it('or after a dash, wherever it stands', () => {
    expect(read('bag -leather -red')).toEqual({ wanted: ['bag'], excluded: ['leather', 'red'] })
    expect(read('-leather bag')).toEqual({ wanted: ['bag'], excluded: ['leather'] })
    expect(read('bag –leather')).toEqual({ wanted: ['bag'], excluded: ['leather'] })
    expect(read('freezer -20')).toEqual({ wanted: ['freezer', '20'], excluded: [] })
    expect(read('wh-1000xm4')).toEqual({ wanted: ['wh1000xm4'], excluded: [] })
  })

  it('is looked for when there is nothing else to look for', () => {
    expect(read('-leather')).toEqual({ wanted: ['leather'], excluded: [] })
    expect(read('without')).toEqual({ wanted: ['without'], excluded: [] })
  })
})

describe('the word that says a size', () => {
  it('need not stand in a product', () => {
    expect(read('shoes size 10').wanted).toEqual(['shoes', '10'])
    expect(read('schuhe gr. 42', 'de').wanted).toEqual(['schuhe', '42'])
    expect(read('robe taille xl', 'fr').wanted).toEqual(['robe', 'xl'])
    expect(read('king size bed').wanted).toEqual(['king', 'size', 'bed'])
    expect(read('size').wanted).toEqual(['size'])
  })
})

describe('stop words', () => {
  it('do not swallow what shops sell or how it is', () => {
    expect(read('under armour shorts').wanted).toEqual(['under', 'armour', 'shorts'])
    expect(read('trash can').wanted).toEqual(['trash', 'can'])
    expect(read('damen uhr', 'de').wanted).toEqual(['damen', 'uhr'])
    expect(read('lange hose', 'de').wanted).toEqual(['lange', 'hose'])
    expect(read('die hose für den mann', 'de').wanted).toEqual(['hose', 'mann'])
    expect(read('kleid m', 'de').wanted).toEqual(['kleid', 'm'])
    expect(read("robe d'été", 'fr').wanted).toEqual(['robe', 'ete'])
    expect(read('robe taille s', 'fr').wanted).toEqual(['robe', 's'])
    expect(read('shampoo voor haar', 'nl').wanted).toEqual(['shampoo', 'haar'])
    expect(read('stor väska', 'sv').wanted).toEqual(['stor', 'vaska'])
    expect(read('ny jakke', 'da').wanted).toEqual(['ny', 'jakke'])
    expect(read('아이 신발', 'ko').wanted).toEqual(['아이', '신발'])
    expect(read('kengät 9', 'fi').wanted).toEqual(['kengat', '9'])
  })
})
