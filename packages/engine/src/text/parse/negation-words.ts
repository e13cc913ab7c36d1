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
  nl: 'vrij vrije niet',
  no: 'fri ikke',
  pt: 'livre nao',
  sv: 'fri fritt inte',
})
