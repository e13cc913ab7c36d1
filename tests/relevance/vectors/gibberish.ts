/** Makes meaningless texts, but not in the ways that the search uses to calibrate itself. */
const TYPED =
  'asdkjh qwe,asdf,qwerty,lorem ipsum,xyzzy plugh,hjkl,aaaaaa,jjjj kkkk,blorptang,zzzz,asdfasdf asdf,sdfsdf,1q2w3e,ghjghj,wefwef wefwef,dfgdfg,lkjhlkjh,qazwsx,jfjfjf,uiouio uio'

const CONSONANTS = 'bcdfghjklmnpqrstvwxz'
const VOWELS = 'aeiou'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const OF_EACH = 100

export interface Gibberish {
  name: string
  texts: readonly string[]
}

export function gibberish(random: () => number): Gibberish[] {
  const pick = (letters: string) => letters[Math.floor(letters.length * random())]!
  const many = (make: () => string, most: number) =>
    Array.from({ length: 2 + Math.floor(most * random()) }, make).join('')
  const syllable = () => pick(CONSONANTS) + pick(VOWELS) + (random() < 0.3 ? pick(CONSONANTS) : '')
  const texts = (word: () => string) =>
    Array.from({ length: OF_EACH }, (_, i) => Array.from({ length: 1 + (i % 3) }, word).join(' '))
  return [
    { name: 'typed', texts: TYPED.split(',') },
    { name: 'letters', texts: texts(() => many(() => pick(LETTERS), 7)) },
    { name: 'syllables', texts: texts(() => many(syllable, 2)) },
  ]
}
