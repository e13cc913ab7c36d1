import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { TIER } from '../match/match-segment.ts'
import { queryForms } from './testing/query-forms.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import { searchShop, splitIndex } from './testing/small-shop.ts'

const strict = { ...DEFAULT_TEXT_SETTINGS, relaxBelow: 0 }

function shop(titles: readonly string[], locale = 'ja') {
  const half = titles.length >>> 1
  const index = splitIndex([titles.slice(0, half), titles.slice(half)], locale)
  const answer = (text: string, prefixLast = false) => {
    const { hits } = searchShop(index, text, { prefixLast, settings: strict, isPlain: true, limit: 50 })
    const tiers = hits.map(({ explanation }) => explanation.rules!.find(({ rule }) => rule === 'tier')!.value)
    return { docs: hits.map(({ id }) => id - 1), tiers }
  }
  const find = (text: string) => answer(text).docs.map((doc) => titles[doc])
  const typing = (text: string) => answer(text, true).docs.map((doc) => titles[doc])
  return Object.assign(find, { answer, typing })
}

describe('a word in kana', () => {
  it('finds the word with kanji that has this reading', () => {
    const find = shop(['防水 登山靴', '両手鍋', '折りたたみ机', '本革 鞄', '三徳包丁', '木の棚', '羽毛布団'])
    const pairs = [
      ['くつ', '防水 登山靴'],
      ['クツ', '防水 登山靴'],
      ['なべ', '両手鍋'],
      ['つくえ', '折りたたみ机'],
      ['かばん', '本革 鞄'],
      ['カバン', '本革 鞄'],
      ['ほうちょう', '三徳包丁'],
      ['ホウチョウ', '三徳包丁'],
      ['たな', '木の棚'],
      ['ふとん', '羽毛布団'],
    ]
    for (const [typed, title] of pairs) expect([typed, find(typed)]).toEqual([typed, [title]])
  })

  it('is found by the word with kanji that has this reading', () => {
    const find = shop(['こどものくつ', 'クツ 白', 'よくきれるほうちょう', 'めがねケース', 'つくえ'])
    expect(find('靴').sort()).toEqual(['こどものくつ', 'クツ 白'].sort())
    expect(find('包丁')).toEqual(['よくきれるほうちょう'])
    expect(find('眼鏡')).toEqual(['めがねケース'])
    expect(find('机')).toEqual(['つくえ'])
    expect(find('子供')).toEqual(['こどものくつ'])
  })

  it('finds the word with kanji in the same tier, ranked below the spelling as typed', () => {
    const { docs, tiers } = shop(['赤い 靴', '赤い くつ', '赤い 帽子']).answer('くつ')
    expect(Array.from(docs)).toEqual([1, 0])
    expect(tiers).toEqual([TIER.named, TIER.named])
  })

  it('that may mean several words finds all that name products, ranked below the kana', () => {
    const find = shop(['紙 コップ', '髪 飾り', '鍋 つかみ', 'かみ ふうせん'])
    expect(find('かみ')[0]).toBe('かみ ふうせん')
    expect(find('かみ').sort()).toEqual(['かみ ふうせん', '紙 コップ', '髪 飾り'].sort())
    expect(find('紙').sort()).toEqual(['かみ ふうせん', '紙 コップ'].sort())
    const forms = (docs: { title: string; description?: string }[]) =>
      queryForms(docs, 'かみ', { locale: 'ja' })[0]!.map(({ text, kind }) => `${text} ${kind}`)
    expect(forms([{ title: '紙' }])).toEqual(['紙 reading'])
    expect(forms([{ title: '紙' }, { title: '髪' }])).toEqual(['紙 homophone', '髪 homophone'])
    expect(forms([{ title: '紙' }, { title: '鍋', description: '神' }])).toEqual(['紙 homophone'])
    const mentioned = [{ title: '紙' }, { title: '髪' }, { title: '鍋', description: 'かみ' }]
    expect(queryForms(mentioned, '紙', { locale: 'ja' })[0]!.map(({ text }) => text)).toEqual(['紙'])
  })

  it('is found in either kana, however it was split', () => {
    for (const typed of ['ほうちょう', 'ホウチョウ', '包丁'])
      expect([typed, shop(['ほうちょう', 'ホウチョウ', '包丁', '帽子'])(typed).length]).toEqual([typed, 3])
  })

  it('finds only itself in katakana if the katakana are another word', () => {
    const find = shop(['皿 白', 'サラ', 'さら'])
    expect(find('皿').sort()).toEqual(['さら', '皿 白'])
    expect(find('サラ')).not.toContain('皿 白')
  })

  it('of one letter finds no words with kanji', () => {
    expect(shop(['木 の 箱', '絵', '葉'])('え')).toEqual([])
  })
})

describe('a word in kana that is being typed', () => {
  it('finds the complete word, and longer words that it may become', () => {
    const find = shop(['登山靴', '靴下 白', '三徳包丁', '折りたたみ机', '掃除 用品', '帽子'])
    expect(find.typing('くつ').sort()).toEqual(['登山靴', '靴下 白'].sort())
    expect(find.typing('くつし')).toEqual(['靴下 白'])
    expect(find.typing('クツシ')).toEqual(['靴下 白'])
    for (const typed of ['ほうち', 'ほうちょ', 'ほうちょう'])
      expect([typed, find.typing(typed)]).toEqual([typed, ['三徳包丁']])
    for (const typed of ['つく', 'つくえ', 'おりたたみ つく'])
      expect([typed, find.typing(typed)]).toEqual([typed, ['折りたたみ机']])
    expect(find.typing('白 くつし')).toEqual(['靴下 白'])
    expect(find('くつし')).not.toContain('靴下 白')
    // 暗礁 and 暗証 are both read あんしょう. The shop's 暗証 is found by kana only if it is also written in kana.
    expect(shop(['暗証 番号', '帽子']).typing('あんしょ')).toEqual([])
  })

  it('is completed as a whole, not split into shorter words', () => {
    const find = shop(['花柄 ワンピース', '碗 ピンク', 'フワフワ 毛布'])
    expect(find.typing('わんぴ')).toEqual(['花柄 ワンピース'])
    expect(find.typing('ふわふ')).toEqual(['フワフワ 毛布'])
  })

  it('is found in the other kana', () => {
    const find = shop(['花柄 ワンピース', 'ほうきとちりとり', 'ほうちょう'])
    for (const typed of ['わん', 'わんぴ', 'わんぴー', 'わんぴーす'])
      expect([typed, find.typing(typed)]).toEqual([typed, ['花柄 ワンピース']])
    for (const typed of ['ホウチ', 'ほうち']) expect([typed, find.typing(typed)]).toEqual([typed, ['ほうちょう']])
  })
})

describe('a word in kana that the shop lacks', () => {
  it('is not corrected to a word that it has', () => {
    expect(shop(['テブクリ', 'えんぴつ'])('テブクロ')).toEqual([])
    expect(shop(['りふれくたー', 'えんぴつ'])('りふれくた')).toEqual(['りふれくたー'])
  })
})

describe('a word with kanji', () => {
  it('finds its other spellings', () => {
    const find = shop(['海老 フライ', '子ども 服', '子供 服'])
    expect(find('蝦')).toEqual(['海老 フライ'])
    expect(find('子供').sort()).toEqual(['子ども 服', '子供 服'])
  })
})

describe('a word of one letter', () => {
  it('finds words of three that end with it, and no shorter ones, which mostly are other words', () => {
    const find = shop(['登山靴', '靴', '靴下', '財布', '布', '料金', '金'])
    for (const typed of ['靴', 'くつ', 'クツ']) expect([typed, find(typed)]).toEqual([typed, ['靴', '登山靴']])
    expect([find('布'), find('金')]).toEqual([['布'], ['金']])
  })
})

describe('other languages', () => {
  it('have no readings', () => {
    for (const locale of ['zh', 'ko', 'en', 'th']) {
      expect(analyzerFor(locale).readings).toBeNull()
      expect(shop(['靴', '机'], locale)('くつ')).toEqual([])
    }
  })
})

describe('every way to write a word', () => {
  /** Words that share their sound with no other word, and that segmentation never splits. */
  const words = [
    '靴 くつ クツ',
    '鞄 かばん カバン',
    '椅子 いす イス',
    '枕 まくら マクラ',
    '包丁 ほうちょう ホウチョウ',
  ].map((each) => each.split(' '))
  const word = fc.constantFrom(...words)

  it('finds the same products', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.nat(2)), { minLength: 1, maxLength: 12 }), word, (written, asked) => {
        const find = shop(written.map(([ways, way], i) => `${ways[way]} ${i}`))
        const expected = written.flatMap(([ways], i) => (ways === asked ? [i] : []))
        for (const way of asked) {
          const found = Array.from(find.answer(way).docs).sort((a, b) => a - b)
          expect([way, found]).toEqual([way, expected])
        }
      }),
    )
  })
})
