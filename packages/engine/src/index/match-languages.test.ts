import { describe, expect, it } from 'vitest'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import { searchShop, splitIndex } from './testing/small-shop.ts'

const strict = { ...DEFAULT_TEXT_SETTINGS, relaxBelow: 0 }

/** Each list of titles becomes a segment, like products written at different times. */
function shop(locale: string, ...parts: readonly (readonly string[])[]) {
  const titles = parts.flat()
  const index = splitIndex(parts, locale)
  const match = (text: string, prefixLast = false) =>
    searchShop(index, text, { prefixLast, settings: strict, isPlain: true, limit: 50 })
  const find = (text: string, prefixLast = false) => match(text, prefixLast).hits.map(({ id }) => titles[id - 1])
  return Object.assign((text: string) => find(text), {
    typing: (text: string) => find(text, true),
    corrected: (text: string) => match(text).text?.corrected,
  })
}

describe('words written together', () => {
  it('are found by their last part, though no product is called just that', () => {
    expect(shop('de', ['Fahrradhelm', 'Wilhelm Tell', 'Fahrrad'])('helme')).toEqual(['Fahrradhelm'])
    expect(shop('sv', ['Vinterjacka', 'Barnvagn', 'Damskor'])('jackor')).toEqual(['Vinterjacka'])
    expect(shop('da', ['Køkkenkniv', 'Køkkenbord'])('knive')).toEqual(['Køkkenkniv'])
    expect(shop('no', ['Kjøkkenkniv', 'Vinterjakke'])('jakker')).toEqual(['Vinterjakke'])
    expect(shop('nl', ['Winterjassen', 'Theeglazen'])('jas')).toEqual(['Winterjassen'])
    expect(shop('nl', ['Winterjassen', 'Theeglazen'])('glas')).toEqual(['Theeglazen'])
    expect(shop('fi', ['Nahkakengät', 'Talvitakki'])('kenkä')).toEqual(['Nahkakengät'])
    expect(shop('fi', ['Kahvikuppi', 'Kahvi'])('kupit')).toEqual(['Kahvikuppi'])
    expect(shop('nl', ['Kinderfiets', 'Kind'])('fietsen')).toEqual(['Kinderfiets'])
    expect(shop('sv', ['Träningsskor', 'Vattenflaskor', 'Handväskor'])('sko')).toEqual(['Träningsskor'])
    expect(shop('sv', ['Träningsskor', 'Vattenflaskor', 'Handväskor'])('väska')).toEqual(['Handväskor'])
    expect(shop('de', ['Linienbus', 'Globus', 'Erdgas'])('bus')).toEqual(['Linienbus'])
    expect(shop('ko', ['무선이어폰', '가죽지갑'])('이어폰')).toEqual(['무선이어폰'])
    expect(shop('ja', ['ショルダーバッグ', 'ショルダーストラップ'])('バッグ')).toEqual(['ショルダーバッグ'])
  })

  it('are not found by an accidental ending', () => {
    expect(shop('ja', ['ステレオスピーカー', 'カー用品'])('カー')).toEqual(['カー用品'])
    expect(shop('de', ['Barock Spiegel', 'Jeansrock'])('rock')).toEqual(['Jeansrock'])
  })

  it('are found by every word that they end with, the nearest first', () => {
    const titles = shop('de', ['Damenlederschuhe', 'Lederschuhe', 'Schuhe', 'Ledergürtel'])
    expect(titles('schuhe')).toEqual(['Schuhe', 'Lederschuhe', 'Damenlederschuhe'])
    expect(titles('lederschuh')).toEqual(['Lederschuhe', 'Damenlederschuhe'])
    expect(titles('leder schuhe')).toEqual(['Lederschuhe', 'Damenlederschuhe'])
  })

  it('are found by their beginning if the shop has the rest', () => {
    const titles = shop('de', ['Lederschuhe', 'Schuhe', 'Ledermann Bier', 'Kinderhelm', 'Helm'])
    expect(titles('leder')).toEqual(['Lederschuhe'])
    expect(titles('kinder')).toEqual(['Kinderhelm'])
  })

  it('are found as soon as they are written, by the words of older products', () => {
    const titles = shop('de', ['Schuhe', 'Leder', 'Damen'], ['Damenlederschuhe'], ['Lederarmband'], ['Armband'])
    expect(titles('schuhe')).toEqual(['Schuhe', 'Damenlederschuhe'])
    expect(titles('leder')).toEqual(['Leder', 'Lederarmband'])
    expect(titles('damen')).toEqual(['Damen', 'Damenlederschuhe'])
  })

  it('in a query find products with all parts before those with the last', () => {
    const titles = shop('de', ['Schuhe aus Leder', 'Schuhe aus Stoff', 'Gürtel aus Leder'])
    expect(titles('lederschuhe')).toEqual(['Schuhe aus Leder'])
    expect(shop('de', ['Schuhe aus Stoff', 'Gürtel aus Leder'])('lederschuhe')).toEqual(['Schuhe aus Stoff'])
  })

  it('are not confused with another compound with the same ending', () => {
    const titles = shop('de', ['Lederschuhe', 'Schuhe', 'Damen Tasche'])
    expect(titles('damen schuhe')).toEqual([])
  })
})

describe('elided articles', () => {
  it('may be written or left out, in query and product', () => {
    const french = shop('fr', ["Huile d'olive", "Parfum L'Oréal", 'Loreal Paris'])
    expect(french("l'huile")).toEqual(["Huile d'olive"])
    expect(french('l’huile d’olives')).toEqual(["Huile d'olive"])
    expect(french("l'oréal")).toEqual(expect.arrayContaining(["Parfum L'Oréal", 'Loreal Paris']))
    expect(french("l'huille")).toEqual(["Huile d'olive"])
    expect(french.corrected("l'huille d'olive")).toBe("l'huile d'olive")
    expect(shop('it', ['Bottiglia acqua'])("bottiglia dell'acqua")).toEqual(['Bottiglia acqua'])
    expect(shop('en', ['Neill jacket'])("o'neill jacket")).toEqual([])
  })
})

describe('scripts without spaces', () => {
  it('find a word however its neighbours split the text', () => {
    expect(shop('th', ['กระเป๋าหนังสีดำ'])('สีดำ')).toEqual(['กระเป๋าหนังสีดำ'])
    expect(shop('th', ['กระเป๋าหนังสีดำ'])('ดำ')).toEqual(['กระเป๋าหนังสีดำ'])
  })

  it('find words in either kana', () => {
    const titles = shop('ja', ['りんごジュース', 'サーバー'])
    expect(titles('リンゴ')).toEqual(['りんごジュース'])
    expect(titles('サーバ')).toEqual(['サーバー'])
  })

  it('find Korean words while a syllable is being typed', () => {
    const titles = shop('ko', ['운동화', '가방', '운전 장갑'])
    for (const typed of ['운ㄷ', '운도', '운동']) expect([typed, titles.typing(typed)]).toEqual([typed, ['운동화']])
    for (const typed of ['가', '갑', '가바', '가방']) expect([typed, titles.typing(typed)]).toEqual([typed, ['가방']])
    expect(titles.typing('운')).toEqual(['운동화', '운전 장갑'])
    expect(titles('운도')).toEqual([])
  })

  it('find Latin names attached to Korean words', () => {
    const titles = shop('ko', ['삼성TV 55인치', '갤럭시S23 케이스'])
    expect(titles('tv')).toEqual(['삼성TV 55인치'])
    expect(titles('갤럭시')).toEqual(['갤럭시S23 케이스'])
    expect(titles('갤럭시 s23')).toEqual(['갤럭시S23 케이스'])
  })
})
