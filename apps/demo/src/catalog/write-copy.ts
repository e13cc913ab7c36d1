import type { Random } from '../random.ts'
import { COLORS } from './colors.ts'
import { materialName, type ProductDraft } from './draft-product.ts'
import { MATERIALS } from './materials.ts'

/** Avoids naming the material twice, once in the form and once on its own. */
export function writeTitle(random: Random, draft: ProductDraft): string {
  const material = materialName(draft.materials[0]!)
  const formWords = draft.form.name.en
  const patterns = draft.kind.titles.filter((p) => !p.includes('{material}') || !sharesWord(material, formWords))
  const slots = { ...titleFacts(draft), line: draft.line, form: formWords, adjective: draft.adjective, material }
  return fill(random.pick(patterns), slots)
}

export function writeDescription(random: Random, draft: ProductDraft): string {
  const { kind, materials } = draft
  const slots = copySlots(draft)
  const first = [random.pick(kind.openings), random.pick(MATERIALS[materials[0]!].sentences)]
  const second = [
    ...random.sample(kind.uses, random.int(1, 2)),
    ...(random.chance(0.7) ? [random.pick(kind.closings)] : []),
  ]
  const paragraphs = [first, second].map((sentences) => `<p>${sentences.map((s) => sentence(s, slots)).join(' ')}</p>`)
  return random.chance(0.75) ? paragraphs.join('\n') + factList(draft) : paragraphs.join('\n')
}

/** Translates the title, the type and a short description. The rest stays English, as in many real shops. */
export function translateCopy(draft: ProductDraft): Record<string, Record<string, string>> {
  const { line, form, kind } = draft
  const material = MATERIALS[draft.materials[0]!].name
  const colors = (locale: 'de' | 'fr'): string => draft.colors.map((key) => COLORS[key].name[locale]).join(', ')
  return {
    de: {
      title: `${line} ${form.name.de} aus ${material.de}`,
      product_type: kind.productType.de,
      body_html: `<p>${form.name.de} „${line}“ von ${draft.brand}, gefertigt aus ${material.de}. Erhältlich in: ${colors('de')}.</p>`,
    },
    fr: {
      title: `${form.name.fr} ${line} en ${material.fr}`,
      product_type: kind.productType.fr,
      body_html: `<p>${form.name.fr} « ${line} » de ${draft.brand}, en ${material.fr}. Disponible en : ${colors('fr')}.</p>`,
    },
  }
}

function copySlots(draft: ProductDraft): Record<string, string> {
  return {
    ...draft.facts,
    line: draft.line,
    form: draft.form.name.en.toLowerCase(),
    material: materialName(draft.materials[0]!).toLowerCase(),
    brand: draft.brand,
    colors: listInWords(draft.colors.map((key) => COLORS[key].name.en.toLowerCase())),
  }
}

function titleFacts(draft: ProductDraft): Record<string, string> {
  return Object.fromEntries(Object.entries(draft.facts).map(([key, value]) => [key, titleCase(value)]))
}

function factList(draft: ProductDraft): string {
  const rows = [
    ['Material', draft.materials.map(materialName).join(' or ')],
    ...(draft.dimensions ? [['Dimensions', draft.dimensions]] : []),
    ['Care', MATERIALS[draft.materials[0]!].care],
  ]
  return `\n<ul>${rows.map(([name, value]) => `<li>${name}: ${value}</li>`).join('')}</ul>`
}

function sentence(pattern: string, slots: Record<string, string>): string {
  const text = fill(pattern, slots)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function fill(pattern: string, slots: Record<string, string>): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (whole, key: string) => slots[key] ?? whole)
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(b.toLowerCase().split(/[\s-]+/))
  return a
    .toLowerCase()
    .split(/[\s-]+/)
    .some((word) => words.has(word))
}

function titleCase(text: string): string {
  return text.replaceAll(/\b(?!and\b|on\b|of\b)\p{L}/gu, (letter) => letter.toUpperCase())
}

function listInWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
