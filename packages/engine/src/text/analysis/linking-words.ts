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

/** By itself in a title, it links like those words: "memory card + adapter". */
export const LINKING_SIGN = '+'

/** Words between a thing and what it is of or for, in languages that name the thing first: "funda de móvil". */
export const PREPOSITIONS_OF = wordsByLanguage({
  es: 'de del para con la el los las',
  fr: 'de du des d pour avec a au la le les',
  it: 'di del della dei delle da per con il la',
  pt: 'de do da dos das para com o a',
})

/** Words that say how many of a thing come together, and not what it is: "set of four mugs", "mug set". As they are typed, folded. */
export const COLLECTIVE_WORDS_OF = wordsByLanguage({
  da: 'saet par pakke stk',
  de: 'set sets paar packung pack stuck stueck',
  en: 'set sets pair pairs pack packs bundle bundles lot piece pieces pc pcs pk',
  es: 'set juego juegos par pares pack paquete piezas pieza lote',
  fr: 'set lot lots paire paires pack jeu pieces piece',
  it: 'set paio paia confezione pezzi pezzo',
  nl: 'set sets paar pak stuks stuk',
  no: 'sett par pakke stk',
  pt: 'jogo jogos par pares pacote pecas peca',
  sv: 'set par paket st',
})
