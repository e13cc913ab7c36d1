import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { fold } from './fold.ts'

type Stem = (word: string) => string

/** Folded word to folded stem; the identity for languages whose words do not inflect by endings. */
export function stemmerOf(language: string): Stem {
  return stemmers[language] ?? unchanged
}

const stemmers: Record<string, Stem> = {
  da: folding(danish),
  de: folding(german),
  en: stemEnglish,
  es: folding(spanish),
  fi: folding(finnish),
  fr: folding(french),
  it: folding(italian),
  ko: stemKorean,
  nl: folding(dutch),
  no: folding(norwegian),
  pt: folding(portuguese),
  sv: folding(swedish),
}

function unchanged(word: string): string {
  return word
}

function folding(stem: Stem): Stem {
  return (word) => fold(stem(word))
}

function stemEnglish(word: string): string {
  return english(irregularPlurals.get(word) ?? word)
}

/** Plurals that no rule of endings finds, with their possessives. */
const irregularPlurals = new Map([
  ['men', 'man'],
  ['mens', 'man'],
  ['women', 'woman'],
  ['womens', 'woman'],
  ['children', 'child'],
  ['childrens', 'child'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['geese', 'goose'],
  ['mice', 'mouse'],
  ['knives', 'knife'],
  ['shelves', 'shelf'],
  ['leaves', 'leaf'],
  ['scarves', 'scarf'],
  ['wolves', 'wolf'],
  ['loaves', 'loaf'],
  ['halves', 'half'],
])

/** Particles that Korean writes onto a noun, longest first. */
const koreanParticles = [
  '으로',
  '에서',
  '에게',
  '까지',
  '부터',
  '은',
  '는',
  '이',
  '가',
  '을',
  '를',
  '의',
  '에',
  '로',
  '와',
  '과',
  '도',
]

function stemKorean(word: string): string {
  if (word.length < 3) return word
  const particle = koreanParticles.find((end) => word.endsWith(end) && word.length - end.length >= 2)
  return particle === undefined ? word : word.slice(0, -particle.length)
}
