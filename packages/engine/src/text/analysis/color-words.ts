import { wordsByLanguage } from './words-by-language.ts'

/** Folded color words by language: they are looked for among a product's options first. */
export const COLORS_OF = wordsByLanguage({
  da: 'sort hvid rod bla gron gul brun gra lilla orange lyserod beige solv guld',
  de: 'schwarz weiss rot blau grun gelb braun grau lila orange rosa beige silber gold turkis',
  en: 'black white red blue green yellow brown grey gray purple orange pink beige silver gold navy teal turquoise ivory cream burgundy khaki olive tan charcoal maroon magenta cyan violet',
  es: 'negro negra blanco blanca rojo roja azul verde amarillo amarilla marron gris morado naranja rosa beige plata dorado',
  fi: 'musta valkoinen punainen sininen vihrea keltainen ruskea harmaa violetti oranssi vaaleanpunainen beige hopea kulta',
  fr: 'noir noire blanc blanche rouge bleu bleue vert verte jaune marron gris grise violet orange rose beige argent or',
  it: 'nero nera bianco bianca rosso rossa blu verde giallo gialla marrone grigio viola arancione rosa beige argento oro',
  ja: '黒 白 赤 青 緑 黄 茶 灰 紫 ブラック ホワイト レッド ブルー グリーン ピンク グレー',
  ko: '검정 흰색 빨강 파랑 초록 노랑 갈색 회색 보라 블랙 화이트 레드 블루 핑크',
  nl: 'zwart zwarte wit witte rood rode blauw blauwe groen groene geel gele bruin grijs grijze paars oranje roze beige zilver goud',
  no: 'svart hvit rod bla gronn gul brun gra lilla oransje rosa beige solv gull',
  pt: 'preto preta branco branca vermelho azul verde amarelo marrom castanho cinza roxo laranja rosa bege prata dourado',
  sv: 'svart vit rod bla gron gul brun gra lila orange rosa beige silver guld',
  th: 'ดำ ขาว แดง น้ำเงิน เขียว เหลือง น้ำตาล เทา ม่วง ส้ม ชมพู',
  zh: '黑色 白色 红色 蓝色 绿色 黄色 棕色 灰色 紫色 橙色 粉色',
})

const stemSets = new Map<string, ReadonlySet<string>>()

/** The same by the stems of the language. */
export function colorStemsOf(language: string, stem: (word: string) => string): ReadonlySet<string> {
  let set = stemSets.get(language)
  if (set === undefined) {
    set = new Set([...COLORS_OF(language)].map(stem))
    stemSets.set(language, set)
  }
  return set
}
