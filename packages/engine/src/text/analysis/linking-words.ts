import { wordsByLanguage } from './words-by-language.ts'

/**
 * Words after which a title says what a product fits, holds or comes with ("case for phone", "Hülle für Handy"):
 * what follows describes the product less than what stands before.
 */
export const LINKING_WORDS_OF = wordsByLanguage({
  da: 'til med kompatibel',
  de: 'fur fuer mit kompatibel passend',
  en: 'for with compatible fits w',
  es: 'para con compatible',
  fi: 'kanssa sopii',
  fr: 'pour avec compatible',
  it: 'per con compatibile',
  nl: 'voor met compatibel geschikt',
  no: 'til med kompatibel',
  pt: 'para com compativel',
  sv: 'till med kompatibel for',
})

/** Words between a thing and what it is of or for, in languages that name the thing first: "funda de móvil". */
export const PREPOSITIONS_OF = wordsByLanguage({
  es: 'de del para con la el los las',
  fr: 'de du des d pour avec a au la le les',
  it: 'di del della dei delle da per con il la',
  pt: 'de do da dos das para com o a',
})
