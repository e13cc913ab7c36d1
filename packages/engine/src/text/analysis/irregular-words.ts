import { languageWords } from '../../languages/language-words.ts'

const read = new Map<string, ReadonlyMap<string, string>>()

/** Folded forms that no rule of endings finds, with the form that stands for them. */
export function irregularOf(language: string): ReadonlyMap<string, string> {
  let words = read.get(language)
  if (words === undefined) {
    words = readWords(languageWords(language).irregular ?? '')
    read.set(language, words)
  }
  return words
}

function readWords(list: string): Map<string, string> {
  const words = new Map<string, string>()
  let forms: string[] = []
  for (const entry of list.split(' ').filter((each) => each !== '')) {
    const [form, word] = entry.split(':')
    forms.push(form)
    if (word === undefined) continue
    for (const each of forms) words.set(each, word)
    forms = []
  }
  return words
}
