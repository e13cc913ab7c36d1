import { describe, expect, it } from 'vitest'
import { LEXICON_DATA } from './lexicon-data.ts'
import { analyzerFor, LANGUAGES } from './analyzer.ts'
import { fold } from './fold.ts'
import { splitCompound } from './split-compound.ts'

const words = (text: string, locale = 'en') =>
  analyzerFor(locale)
    .units(text)
    .map((unit) => unit.joined ?? unit.parts[0])

describe('fold', () => {
  it('folds case, diacritics and compatibility forms', () => {
    expect(fold('CAFÉ Straße Ærø Ｗｉｄｅ ﬁne')).toBe('cafe strasse aero wide fine')
  })

  it('keeps marks that change the sound', () => {
    expect(fold('がぎぐ')).toBe('がぎぐ')
    expect(fold('กำลัง')).toBe('กำลัง')
    expect(fold('นํ้าเงิน')).toBe(fold('น้ำเงิน'))
    expect(fold('스마트폰')).toBe('스마트폰')
  })

  it('keeps a number separate from the fraction after it', () => {
    expect(fold('10½"')).toBe('10 1/2"')
  })
})

describe('an analyzer', () => {
  it('reads a comma between long numbers as a list, not as part of a number', () => {
    expect(words('for A1466,2010 and 1,000 or 25,4')).toEqual(['for', 'a1466', '2010', 'and', '1000', 'or', '25.4'])
  })

  it('splits letters from digits and keeps the joined form', () => {
    const units = analyzerFor('en').units('25.4mm iPhone14 WH-1000XM4')
    expect(units).toEqual([
      { parts: ['25.4', 'mm'], joined: '25.4mm' },
      { parts: ['iphone', '14'], joined: 'iphone14' },
      { parts: ['wh', '1000', 'xm', '4'], joined: 'wh1000xm4' },
    ])
  })

  it('reads apostrophes, thousands, fractions and inches', () => {
    expect(words(`women's 1,000 1/2 24"`)).toEqual(['womens', '1000', '1/2', '24', 'inch'])
  })

  it('segments scripts without spaces', () => {
    expect(words('東京タワー', 'ja')).not.toHaveLength(0)
    expect(words('我喜欢红色的鞋子', 'zh').length).toBeGreaterThan(2)
    expect(words('รองเท้าวิ่งสีแดง', 'th').length).toBeGreaterThan(1)
    expect(words('กระเป๋าหนัง สีดำ', 'th').join('|')).not.toMatch(/ํ/)
  })

  it('splits Hangul from Latin letters and keeps the joined form', () => {
    expect(analyzerFor('ko').units('갤럭시S23 LG전자 아이폰14케이스')).toEqual([
      { parts: ['갤럭시', 's', '23'], joined: '갤럭시s23' },
      { parts: ['lg', '전자'], joined: 'lg전자' },
      { parts: ['아이폰', '14', '케이스'], joined: '아이폰14케이스' },
    ])
  })

  it('gives all forms of a word one stem in every language with inflections', () => {
    const pairs: Record<string, [string, string]> = {
      en: ['shoes', 'shoe'],
      de: ['schuhe', 'schuh'],
      fr: ['chaussures', 'chaussure'],
      es: ['zapatos', 'zapato'],
      it: ['scarpe', 'scarpa'],
      nl: ['schoenen', 'schoen'],
      pt: ['sapatos', 'sapato'],
      sv: ['bilarna', 'bilar'],
      no: ['skoene', 'skoen'],
      da: ['bukserne', 'bukser'],
      fi: ['kengat', 'kengan'],
      ko: ['신발은', '신발을'],
    }
    for (const [language, [one, other]] of Object.entries(pairs)) {
      expect([language, analyzerFor(language).stem(one)]).toEqual([language, analyzerFor(language).stem(other)])
    }
  })

  it.each([
    [
      'da',
      'sko skoene skoen',
      'huer hue',
      'rod rodt rode',
      'gron gront gronne',
      'bornene born barn',
      'telt telte',
      'sort sorte',
    ],
    ['de', 'sofas sofa', 'autos auto', 'videos video', 'handys handy', 'hauser haus', 'preise preis'],
    ['en', 'lens lenses', 'tie ties', 'bus buses', 'canvas canvases', 'calf calves', 'iris irises', 'sky skies'],
    ['es', 'luz luces', 'lapiz lapices', 'altavoz altavoces'],
    ['fi', 'kenka kengat kengan kenkia', 'takki takit takin', 'paita paidat', 'punainen punaiset', 'vaate vaatteet'],
    [
      'fr',
      'velo velos',
      'bijou bijoux',
      'jeu jeux',
      'bleu bleus bleue bleues',
      'blanc blanche blanches',
      'raye rayee rayees',
    ],
    ['ja', 'りんご リンゴ', 'コンピュータ コンピューター', 'ヴァイオリン バイオリン'],
    ['ko', '남성 남성용', '가방 가방들', '고양이 고양이를', '아이들 아이들은'],
    ['nl', 'jas jassen', 'tas tassen', 'glas glazen', 'huis huizen', 'brief brieven', 'fotos foto', 'horloge horloges'],
    ['no', 'sko skoene', 'lue luer', 'rod rodt', 'genser gensere genseren', 'gronn gront gronne'],
    [
      'pt',
      'cartao cartoes',
      'botao botoes',
      'lencol lencois',
      'azul azuis',
      'papel papeis',
      'jardim jardins',
      'pao paes',
    ],
    ['sv', 'sko skor skorna', 'bok bocker', 'rod rott roda', 'gron gront grona', 'bla blatt'],
  ])('shares the plurals and genders that shops of %s are full of', (language, ...groups) => {
    const { stem } = analyzerFor(language)
    for (const group of groups) expect([group, new Set(group.split(' ').map(stem)).size]).toEqual([group, 1])
  })

  it.each([
    ['de', 'hose haus', 'kleid kleie'],
    ['fi', 'kuppi kuva', 'kenka kello'],
    ['fr', 'robe roue', 'sac sacoche'],
    ['nl', 'tas tafel', 'glas plas'],
    ['pt', 'cartao carta', 'botao bota'],
    ['sv', 'sko skog'],
  ])('keeps different things apart in %s', (language, ...groups) => {
    const { stem } = analyzerFor(language)
    for (const group of groups) expect([group, new Set(group.split(' ').map(stem)).size]).toEqual([group, 2])
  })

  it('never stems a word with digits', () => {
    expect(analyzerFor('en').stem('mg4s')).toBe('mg4s')
  })

  it('knows irregular plurals', () => {
    const { stem } = analyzerFor('en')
    expect(stem('womens')).toBe(stem('woman'))
    expect(stem('knives')).toBe(stem('knife'))
  })

  it('treats British and American spellings as one word', () => {
    const { stem } = analyzerFor('en')
    const pairs =
      'colour color, colours color, coloured colored, favourite favorite, grey gray, jewellery jewelry, centre center, fibres fiber, traveller traveler, organiser organizer, moisturising moisturizing, pyjamas pajama'
    for (const pair of pairs.split(', ')) expect([pair, new Set(pair.split(' ').map(stem)).size]).toEqual([pair, 1])
    for (const pair of ['four for', 'hour hor', 'tire tir', 'sore soer'])
      expect([pair, new Set(pair.split(' ').map(stem)).size]).toEqual([pair, 2])
  })

  it('has stop words in every language', () => {
    for (const language of LANGUAGES) expect([language, hasStopWords(language)]).toEqual([language, true])
  })

  it('accepts every locale', () => {
    expect(analyzerFor('pt-BR')).toBe(analyzerFor('pt'))
    expect(analyzerFor('nb')).toBe(analyzerFor('no'))
    expect(analyzerFor('??').language).toBe('en')
  })

  it('is shared by all unknown languages, so that requests cannot create thousands', () => {
    expect(analyzerFor('xx')).toBe(analyzerFor('qqa-ZZ'))
    expect(analyzerFor('xx').stem('houses')).toBe('houses')
    for (const language of [...LANGUAGES, ...Object.keys(LEXICON_DATA), 'ca'])
      expect(analyzerFor(language).language).toBe(language)
  })
})

function hasStopWords(language: string): boolean {
  const samples = 'the der le el il de o och og ja の 的 의 ที่ และ 이 i at'.split(' ')
  return samples.some((word) => analyzerFor(language).isStopWord(fold(word)))
}

describe('splitCompound', () => {
  const vocabulary = new Set(['wander', 'schuhe', 'kinder', 'arbeit', 'hose'])
  const split = (word: string) => splitCompound(word, { isKnown: (part) => vocabulary.has(part), minPart: 4 })

  it('splits by the vocabulary, across linking sounds', () => {
    expect(split('wanderschuhe')).toEqual(['wander', 'schuhe'])
    expect(split('kinderwanderschuhe')).toEqual(['kinder', 'wander', 'schuhe'])
    expect(split('arbeitshose')).toEqual(['arbeit', 'hose'])
  })

  it('tries every ending once, however many ways there are to split a word', () => {
    let asked = 0
    const isKnown = (word: string) => {
      asked++
      return /^a+$/.test(word)
    }
    expect(splitCompound(`b${'a'.repeat(47)}`, { isKnown, minPart: 4 })).toEqual([])
    expect(asked).toBeLessThan(48 * 48)
  })

  it('does not split other words', () => {
    expect(split('schuhe')).toEqual([])
    expect(split('wanderstock')).toEqual([])
  })
})
