import type { TextEmbedder } from './embedder.ts'

/** Names of products that differ in all of these languages, so that spelling reveals nothing. */
const ENGLISH = ['shoe', 'knife', 'chair', 'shirt', 'umbrella', 'bread', 'pillow', 'mirror', 'scissors', 'toy']

const TRANSLATED: Readonly<Record<string, readonly string[]>> = {
  ar: ['حذاء', 'سكين', 'كرسي', 'قميص', 'مظلة', 'خبز', 'وسادة', 'مرآة', 'مقص', 'لعبة'],
  cs: ['bota', 'nůž', 'židle', 'košile', 'deštník', 'chléb', 'polštář', 'zrcadlo', 'nůžky', 'hračka'],
  da: ['sko', 'kniv', 'stol', 'skjorte', 'paraply', 'brød', 'pude', 'spejl', 'saks', 'legetøj'],
  de: ['Schuh', 'Messer', 'Stuhl', 'Hemd', 'Regenschirm', 'Brot', 'Kissen', 'Spiegel', 'Schere', 'Spielzeug'],
  el: ['παπούτσι', 'μαχαίρι', 'καρέκλα', 'πουκάμισο', 'ομπρέλα', 'ψωμί', 'μαξιλάρι', 'καθρέφτης', 'ψαλίδι', 'παιχνίδι'],
  es: ['zapato', 'cuchillo', 'silla', 'camisa', 'paraguas', 'pan', 'almohada', 'espejo', 'tijeras', 'juguete'],
  fi: ['kenkä', 'veitsi', 'tuoli', 'paita', 'sateenvarjo', 'leipä', 'tyyny', 'peili', 'sakset', 'lelu'],
  fr: ['chaussure', 'couteau', 'chaise', 'chemise', 'parapluie', 'pain', 'oreiller', 'miroir', 'ciseaux', 'jouet'],
  it: ['scarpa', 'coltello', 'sedia', 'camicia', 'ombrello', 'pane', 'cuscino', 'specchio', 'forbici', 'giocattolo'],
  ja: ['靴', 'ナイフ', '椅子', 'シャツ', '傘', 'パン', '枕', '鏡', 'はさみ', 'おもちゃ'],
  ko: ['신발', '칼', '의자', '셔츠', '우산', '빵', '베개', '거울', '가위', '장난감'],
  nb: ['sko', 'kniv', 'stol', 'skjorte', 'paraply', 'brød', 'pute', 'speil', 'saks', 'leketøy'],
  nl: ['schoen', 'mes', 'stoel', 'overhemd', 'paraplu', 'brood', 'kussen', 'spiegel', 'schaar', 'speelgoed'],
  pl: ['but', 'nóż', 'krzesło', 'koszula', 'parasol', 'chleb', 'poduszka', 'lustro', 'nożyczki', 'zabawka'],
  pt: ['sapato', 'faca', 'cadeira', 'camisa', 'guarda-chuva', 'pão', 'travesseiro', 'espelho', 'tesoura', 'brinquedo'],
  ru: ['ботинок', 'нож', 'стул', 'рубашка', 'зонт', 'хлеб', 'подушка', 'зеркало', 'ножницы', 'игрушка'],
  sv: ['sko', 'kniv', 'stol', 'skjorta', 'paraply', 'bröd', 'kudde', 'spegel', 'sax', 'leksak'],
  th: ['รองเท้า', 'มีด', 'เก้าอี้', 'เสื้อเชิ้ต', 'ร่ม', 'ขนมปัง', 'หมอน', 'กระจก', 'กรรไกร', 'ของเล่น'],
  tr: ['ayakkabı', 'bıçak', 'sandalye', 'gömlek', 'şemsiye', 'ekmek', 'yastık', 'ayna', 'makas', 'oyuncak'],
  zh: ['鞋', '刀', '椅子', '衬衫', '雨伞', '面包', '枕头', '镜子', '剪刀', '玩具'],
}

/** Minimum number of words nearest to their translation: guessing gives one, knowing the language nearly all ten. */
const MIN_RIGHT = 6

/** True if the model declares the language, or places ten words of it next to their English translations. */
export async function understandsLanguage(model: TextEmbedder, language: string): Promise<boolean> {
  if (model.languages !== undefined) return model.languages.includes(language)
  if (language === 'en') return true
  const words = TRANSLATED[language === 'no' ? 'nb' : language]
  if (words === undefined) return false
  const english = await model.embed(ENGLISH, 'document')
  const translated = await model.embed(words, 'query')
  const right = translated.filter((vector, i) => nearest(vector, english) === i)
  return right.length >= MIN_RIGHT
}

function nearest(vector: Float32Array, candidates: readonly Float32Array[]): number {
  const scores = candidates.map((candidate) => candidate.reduce((sum, value, i) => sum + value * vector[i]!, 0))
  return scores.indexOf(Math.max(...scores))
}
