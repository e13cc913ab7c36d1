/** Words that exclude the word after them. */
const negators: Record<string, readonly string[]> = {
  da: ['uden'],
  de: ['ohne'],
  en: ['without', 'no', 'not', 'non', 'except', 'excluding'],
  es: ['sin'],
  fi: ['ilman'],
  fr: ['sans'],
  it: ['senza'],
  nl: ['zonder'],
  no: ['uten'],
  pt: ['sem'],
  sv: ['utan'],
}

/** Words that do the same to the word before them ("gluten free"). */
const trailing: Record<string, readonly string[]> = {
  da: ['fri'],
  de: ['frei', 'freie', 'freies'],
  en: ['free', 'less'],
  es: ['libre'],
  fr: ['libre'],
  nl: ['vrij', 'vrije'],
  no: ['fri'],
  pt: ['livre'],
  sv: ['fri', 'fritt'],
}

const none: ReadonlySet<string> = new Set()
const sets = new Map<string, ReadonlySet<string>>()

export function negatorsOf(language: string): ReadonlySet<string> {
  return setOf(`before ${language}`, negators[language])
}

export function trailingNegatorsOf(language: string): ReadonlySet<string> {
  return setOf(`after ${language}`, trailing[language])
}

function setOf(key: string, words: readonly string[] | undefined): ReadonlySet<string> {
  if (words === undefined) return none
  let set = sets.get(key)
  if (set === undefined) {
    set = new Set(words)
    sets.set(key, set)
  }
  return set
}
