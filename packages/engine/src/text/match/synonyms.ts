import type { Analyzer } from '../analysis/analyzer.ts'
import type { Synonym } from '../text-settings.ts'
import type { TextSegment } from '../text-segment.ts'
import type { ExpandInput, SlotSources } from './expand-slots.ts'
import { findPhrase } from './find-phrase.ts'
import type { Source } from './source.ts'
import { wordSources } from './word-sources.ts'

const synonymWeight = 0.85
/** A synonym is not guessed from fewer letters of it. */
const minPrefix = 3

interface Rule {
  /** Stems of the words that call for the synonym. */
  readonly from: readonly string[]
  readonly fromText: string
  readonly to: readonly (readonly string[])[]
}

/** Adds what the shop's synonyms find to every slot that they replace. */
export function addSynonyms(input: ExpandInput, expanded: SlotSources[]): void {
  const { slots, analyzer, settings } = input
  if (settings.synonyms.length === 0) return
  const rules = rulesOf(settings.synonyms, analyzer)
  const stems = slots.map((slot) => analyzer.stem(slot.word))
  for (let place = 0; place < slots.length; place++) {
    for (const rule of rules.get(stems[place]) ?? []) {
      if (rule.from.every((stem, i) => stems[place + i] === stem)) addRule(input, rule, place, expanded)
    }
  }
  if (input.prefixLast) addByPrefix(input, rules, expanded)
}

function addByPrefix(input: ExpandInput, rules: RuleIndex, expanded: SlotSources[]): void {
  const last = input.slots.length - 1
  const typed = input.slots[last]?.word ?? ''
  if (typed.length < minPrefix) return
  for (const group of rules.values()) {
    for (const rule of group) {
      if (rule.from.length === 1 && rule.fromText.startsWith(typed) && rule.fromText !== typed)
        addRule(input, rule, last, expanded)
    }
  }
}

function addRule(input: ExpandInput, rule: Rule, place: number, expanded: SlotSources[]): void {
  input.segments.forEach((segment, s) => {
    for (const words of rule.to) {
      for (const source of synonymSources(segment, words, input)) {
        for (let i = 0; i < rule.from.length; i++) expanded[place + i][s].push(source)
      }
    }
  })
}

function synonymSources(segment: TextSegment, words: readonly string[], input: ExpandInput): Source[] {
  const meaning = { weight: synonymWeight, kind: 'synonym', edits: 0, text: words.join(' ') } as const
  if (words.length > 1) {
    const phrase = findPhrase(segment, words, meaning)
    return phrase === undefined ? [] : [phrase]
  }
  return wordSources(segment, words[0], input).map((source) => ({
    ...source,
    weight: source.weight * synonymWeight,
    kind: 'synonym',
  }))
}

/** Rules by the first stem that calls for them. */
type RuleIndex = ReadonlyMap<string, readonly Rule[]>

/** Settings are immutable, so their rules are read once for each language. */
const read = new WeakMap<readonly Synonym[], Map<string, RuleIndex>>()

function rulesOf(synonyms: readonly Synonym[], analyzer: Analyzer): RuleIndex {
  let byLanguage = read.get(synonyms)
  if (byLanguage === undefined) {
    byLanguage = new Map()
    read.set(synonyms, byLanguage)
  }
  let rules = byLanguage.get(analyzer.language)
  if (rules === undefined) {
    rules = indexRules(synonyms.flatMap((synonym) => toRules(synonym, analyzer)))
    byLanguage.set(analyzer.language, rules)
  }
  return rules
}

function indexRules(rules: readonly Rule[]): RuleIndex {
  const index = new Map<string, Rule[]>()
  for (const rule of rules) {
    const group = index.get(rule.from[0])
    if (group) group.push(rule)
    else index.set(rule.from[0], [rule])
  }
  return index
}

function toRules(synonym: Synonym, analyzer: Analyzer): Rule[] {
  if ('from' in synonym) return toRule(synonym.from, synonym.to, analyzer)
  return synonym.flatMap((from) =>
    toRule(
      from,
      synonym.filter((other) => other !== from),
      analyzer,
    ),
  )
}

function toRule(from: string, to: readonly string[], analyzer: Analyzer): Rule[] {
  const words = slotWords(from, analyzer)
  const targets = to
    .map((text) => analyzer.units(text).flatMap((unit) => unit.parts))
    .filter((parts) => parts.length > 0)
  if (words.length === 0 || targets.length === 0) return []
  return [{ from: words.map((word) => analyzer.stem(word)), fromText: words.join(' '), to: targets }]
}

function slotWords(text: string, analyzer: Analyzer): string[] {
  return analyzer.units(text).map((unit) => unit.joined ?? unit.parts.join(''))
}
