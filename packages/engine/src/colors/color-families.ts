import { fold } from '../text/analysis/fold.ts'
import { localShades } from './local-color-names.ts'

/**
 * Color words as shops and shoppers write them, by family: navy, sky and denim are blue. A word that is a family's own name asks for
 * the whole family; any other word of it is a shade and asks for itself.
 */
export const COLOR_FAMILIES = [
  'black',
  'white',
  'grey',
  'brown',
  'beige',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
  'gold',
  'silver',
] as const

export type ColorFamily = (typeof COLOR_FAMILIES)[number]

export interface ColorWord {
  readonly family: ColorFamily
  /** The family's own name in some language: it means every shade. */
  readonly isFamily: boolean
}

/** The families' names, folded, in the order of `COLOR_FAMILIES`; forms of one name are separated by a slash. */
const NAMES: Readonly<Record<string, string>> = {
  da: 'sort/sorte hvid/hvide gra brun/brune beige rod/rode orange gul/gule gron/gronne bla lilla lyserod/pink guld solv',
  de: 'schwarz weiss grau braun beige rot orange gelb grun blau lila/violett rosa/pink gold/golden silber/silbern',
  en: 'black white grey/gray brown beige red orange yellow green blue purple pink gold/golden silver',
  es: 'negro/negra blanco/blanca gris marron/cafe beige rojo/roja naranja amarillo/amarilla verde azul morado/morada/lila rosa dorado/dorada/oro plateado/plateada/plata',
  fi: 'musta valkoinen harmaa ruskea beige punainen oranssi keltainen vihrea sininen violetti vaaleanpunainen/pinkki kulta hopea',
  fr: 'noir/noire blanc/blanche gris/grise marron/brun/brune beige rouge orange jaune vert/verte bleu/bleue violet/violette rose dore/doree/or argente/argent',
  it: 'nero/nera bianco/bianca grigio/grigia marrone beige rosso/rossa arancione giallo/gialla verde blu/azzurro viola rosa oro/dorato argento/argentato',
  ja: '黒/ブラック/黒い 白/ホワイト/白い 灰/グレー/灰色 茶/ブラウン/茶色 ベージュ 赤/レッド/赤い オレンジ 黄/イエロー/黄色 緑/グリーン 青/ブルー/青い 紫/パープル ピンク ゴールド/金 シルバー/銀',
  ko: '검정/블랙/검은 흰색/화이트 회색/그레이 갈색/브라운 베이지 빨강/레드/빨간 오렌지/주황 노랑/옐로우/노란 초록/그린 파랑/블루/파란 보라/퍼플 핑크/분홍 골드 실버',
  nl: 'zwart/zwarte wit/witte grijs/grijze bruin/bruine beige rood/rode oranje geel/gele groen/groene blauw/blauwe paars/paarse roze goud/gouden zilver/zilveren',
  no: 'svart/svarte hvit/hvite gra brun/brune beige rod/rode oransje gul/gule gronn/gronne bla lilla rosa gull solv',
  pt: 'preto/preta branco/branca cinza marrom/castanho/castanha bege vermelho/vermelha laranja amarelo/amarela verde azul roxo/roxa rosa dourado/dourada prateado/prata',
  sv: 'svart/svarta vit/vita gra brun/bruna beige rod/roda orange gul/gula gron/grona bla lila rosa guld silver',
  th: 'ดำ ขาว เทา น้ำตาล เบจ แดง ส้ม เหลือง เขียว น้ำเงิน/ฟ้า ม่วง ชมพู ทอง เงิน',
  zh: '黑色/黑 白色/白 灰色/灰 棕色/棕 米色 红色/红 橙色 黄色/黄 绿色/绿 蓝色/蓝 紫色/紫 粉色/粉 金色 银色',
}

/** Shades, most of them named after things; shops use the English and French ones in every language. */
const SHADES: Readonly<Record<ColorFamily, string>> = {
  black: 'jet onyx ebony noir raven',
  white: 'snow pearl alabaster',
  grey: 'charcoal anthracite graphite slate ash heather gunmetal dove smoke anthrazit',
  brown: 'tan camel chocolate cognac mocha walnut chestnut espresso coffee hazel caramel rust sienna',
  beige: 'cream ivory sand ecru taupe oatmeal nude linen champagne creme elfenbein',
  red: 'burgundy maroon crimson scarlet wine ruby cherry bordeaux brick cardinal',
  orange: 'coral peach apricot tangerine terracotta papaya',
  yellow: 'mustard lemon ocher ochre saffron',
  green: 'olive mint sage emerald forest khaki lime moss hunter jade pistachio',
  blue: 'navy sky denim teal turquoise aqua cobalt royal indigo cyan azure marine midnight petrol sapphire cerulean turkis marino',
  purple: 'violet lavender lilac plum mauve aubergine eggplant amethyst',
  pink: 'rose fuchsia magenta blush salmon raspberry',
  gold: 'brass bronze',
  silver: 'chrome nickel steel platinum',
}

/** Family names that are also names of things. */
const THINGS =
  'orange or rosa rose naranja laranja viola violet gold golden oro silver plata argent argento prata lilla lila lilas cafe'
const THING_WORDS = new Set(THINGS.split(' '))

/** What reads a language: its stems, because colors agree with what they describe in most. */
export interface ColorLanguage {
  readonly language: string
  readonly stem: (word: string) => string
}

interface ColorWords {
  readonly byWord: ReadonlyMap<string, ColorWord>
  readonly byStem: ReadonlyMap<string, ColorWord>
}

const byLanguage = new Map<string, ColorWords>()

/** The color that a folded word is in a language. Shades count in every language. */
export function colorWord(word: string, language: ColorLanguage): ColorWord | undefined {
  const { byWord, byStem } = colorWordsOf(language)
  return byWord.get(word) ?? byStem.get(language.stem(word))
}

/** Every color word of a language as it is written, with the shades of all languages. */
export function colorWordsIn(language: ColorLanguage): ReadonlyMap<string, ColorWord> {
  return colorWordsOf(language).byWord
}

function colorWordsOf({ language, stem }: ColorLanguage): ColorWords {
  const known = byLanguage.get(language)
  if (known) return known
  const byWord = new Map<string, ColorWord>()
  const byStem = new Map<string, ColorWord>()
  for (const family of COLOR_FAMILIES)
    for (const shade of SHADES[family].split(' ')) byWord.set(shade, { family, isFamily: false })
  for (const [local, name] of localShades(language)) {
    const family = englishFamily(name, byWord)
    if (family) byWord.set(local, { family, isFamily: false })
  }
  const names = NAMES[language]?.split(' ') ?? []
  names.forEach((forms, at) => {
    for (const form of forms.split('/')) {
      const color = { family: COLOR_FAMILIES[at], isFamily: true }
      byWord.set(form, color)
      // English colors do not change; "reds" and "golds" are something else.
      if (language !== 'en') byStem.set(stem(form), color)
    }
  })
  const words = { byWord, byStem }
  byLanguage.set(language, words)
  return words
}

/** Of a shade, or of a family by its English name: dark green is green. */
function englishFamily(name: string, shades: ReadonlyMap<string, ColorWord>): ColorFamily | undefined {
  const word = name.split(' ').at(-1)!
  return shades.get(word)?.family ?? COLOR_FAMILIES.find((family) => family === word)
}

/** Whether the word is nothing but a color: "orange" and "olive" are fruit as well. */
export function isOnlyColor(word: string, { isFamily }: ColorWord): boolean {
  return isFamily && !THING_WORDS.has(word)
}

/** The words that say that an option holds colors, folded. */
export const COLOR_OPTION_WORDS = new Set(
  [
    'color colour colors colours farbe couleur couleurs colore cor kleur farve farge farg vari shade tone',
    '色 カラー 색상 컬러 สี 颜色',
  ]
    .join(' ')
    .split(' '),
)

/** Whether an option of that name holds colors. */
export function isColorOption(name: string): boolean {
  return fold(name)
    .split(/[^\p{L}]+/u)
    .some((word) => COLOR_OPTION_WORDS.has(word))
}
