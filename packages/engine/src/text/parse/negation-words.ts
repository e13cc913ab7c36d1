import { wordsByLanguage } from '../analysis/words-by-language.ts'

/** Words that exclude the word after them. */
export const NEGATORS_OF = wordsByLanguage({
  da: 'uden',
  de: 'ohne',
  en: 'without except excluding',
  es: 'sin',
  fi: 'ilman',
  fr: 'sans',
  it: 'senza',
  nl: 'zonder',
  no: 'uten',
  pt: 'sem',
  sv: 'utan',
})

/** The same in languages that write no spaces, or whose word for it also says other things: only understood as a whole query is read. */
export const LEADING_NEGATORS_OF = wordsByLanguage({
  th: 'ไม่มี ไม่ใส่ ปราศจาก',
  zh: '无 不含 不带 没有 除了',
})

/** Words that exclude the next one unless the two are a name: "no show socks". */
export const WEAK_NEGATORS_OF = wordsByLanguage({
  da: 'ingen ikke',
  de: 'kein keine keinen nicht',
  en: 'no not non',
  es: 'no',
  fi: 'ei',
  fr: 'pas non',
  it: 'non no',
  nl: 'geen niet',
  no: 'ingen ikke',
  pt: 'nao',
  sv: 'ingen inga inte ej',
})

/** Words that exclude the one before them. */
export const TRAILING_EXCLUDERS_OF = wordsByLanguage({
  ja: 'なし 無し 抜き 以外 不使用',
  ko: '없는 없이 제외',
})

/** Words by which a product says that it lacks the word after them: a few more, because nobody searches with them. */
export const DENIALS_OF = wordsByLanguage({
  da: 'uden ingen ikke',
  de: 'ohne kein keine nicht',
  en: 'without no non not zero never excluding',
  es: 'sin no',
  fi: 'ilman ei',
  fr: 'sans non aucun pas',
  it: 'senza non',
  nl: 'zonder geen niet',
  no: 'uten ingen ikke',
  pt: 'sem nao',
  sv: 'utan ingen inte',
  th: 'ไม่มี ไม่ใส่ ปราศจาก',
  zh: '无 不含 不带 没有',
})

/** Words that do the same to the word before them ("gluten free", "mattress not included"). */
export const TRAILING_NEGATORS_OF = wordsByLanguage({
  da: 'fri ikke',
  de: 'frei freie freies nicht',
  en: 'free not excluded sold',
  es: 'libre no',
  fi: 'ei',
  fr: 'libre non',
  it: 'non',
  ja: 'なし 無し 抜き 不使用 フリー',
  ko: '없는 없이 제외 프리',
  nl: 'vrij vrije niet',
  no: 'fri ikke',
  pt: 'livre nao',
  sv: 'fri fritt inte',
})
