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
