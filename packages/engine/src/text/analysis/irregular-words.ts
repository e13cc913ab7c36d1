/** Folded forms that no rule of endings finds, by the form that stands for them: `form form:word`. */
const IRREGULAR_WORDS: Record<string, string> = {
  da: 'born bornene bornenes:barn huer huerne:hue blat:bla grat:gra',
  en: [
    'men mens:man women womens:woman children childrens:child feet:foot teeth:tooth geese:goose mice:mouse oxen:ox',
    'knives:knife shelves:shelf leaves:leaf scarves:scarf wolves:wolf loaves:loaf halves:half calves:calf hooves:hoof',
    'thieves:thief elves:elf dwarves:dwarf ties:tie pies:pie skies:sky buses busses:bus gases:gas lenses:lens',
    'irises:iris atlases:atlas canvases:canvas cactuses cacti:cactus trellises:trellis octopuses:octopus',
  ].join(' '),
  nl: 'kinderen:kind eieren:ei bladeren:blad',
  no: 'luer luene lua:lue blatt:bla gratt:gra hvitt:hvit bokene:bok',
  sv: [
    'bocker bockerna:bok fotter fotterna:fot rott:rod blatt:bla gratt:gra vitt:vit',
    'gront:gron brunt:brun gult:gul notter:not rotter:rot',
  ].join(' '),
}

const read = new Map<string, ReadonlyMap<string, string>>()

export function irregularOf(language: string): ReadonlyMap<string, string> {
  let words = read.get(language)
  if (words === undefined) {
    words = readWords(IRREGULAR_WORDS[language] ?? '')
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
