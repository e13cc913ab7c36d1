/** Words that exclude the word after them. */
const negators: Record<string, readonly string[]> = {
  da: ['uden'],
  de: ['ohne'],
  en: ['without', 'except', 'excluding'],
  es: ['sin'],
  fi: ['ilman'],
  fr: ['sans'],
  it: ['senza'],
  nl: ['zonder'],
  no: ['uten'],
  pt: ['sem'],
  sv: ['utan'],
}

/** Words by which a product says that it lacks the word after them: a few more, because nobody searches with them. */
const denials: Record<string, readonly string[]> = {
  da: ['uden', 'ingen', 'ikke'],
  de: ['ohne', 'kein', 'keine', 'nicht'],
  en: ['without', 'no', 'non', 'not', 'zero', 'never', 'excluding'],
  es: ['sin', 'no'],
  fi: ['ilman', 'ei'],
  fr: ['sans', 'non', 'aucun', 'pas'],
  it: ['senza', 'non'],
  nl: ['zonder', 'geen', 'niet'],
  no: ['uten', 'ingen', 'ikke'],
  pt: ['sem', 'nao'],
  sv: ['utan', 'ingen', 'inte'],
}

/** Words that do the same to the word before them ("gluten free", "mattress not included"). */
const trailing: Record<string, readonly string[]> = {
  da: ['fri', 'ikke'],
  de: ['frei', 'freie', 'freies', 'nicht'],
  en: ['free', 'not', 'excluded', 'sold'],
  es: ['libre', 'no'],
  fi: ['ei'],
  fr: ['libre', 'non'],
  it: ['non'],
  nl: ['vrij', 'vrije', 'niet'],
  no: ['fri', 'ikke'],
  pt: ['livre', 'nao'],
  sv: ['fri', 'fritt', 'inte'],
}

const none: ReadonlySet<string> = new Set()
const sets = new Map<string, ReadonlySet<string>>()

export function negatorsOf(language: string): ReadonlySet<string> {
  return setOf(`before ${language}`, negators[language])
}

export function denialsOf(language: string): ReadonlySet<string> {
  return setOf(`denial ${language}`, denials[language])
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
