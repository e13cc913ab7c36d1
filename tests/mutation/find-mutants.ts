/** Finds mistakes to try by textual rules: the formatter puts spaces around ` < ` but not around type arguments. */
import { maskSource } from './mask-source.ts'

export interface Mutant {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly from: string
  readonly to: string
}

interface Operator {
  readonly pattern: RegExp
  readonly to: (from: string) => string
}

const SWAPPED: Record<string, string> = {
  '<': '>=',
  '<=': '<',
  '>': '<=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
}

const OPERATORS: readonly Operator[] = [
  {
    pattern: /(?<=[\w)\]}'`] )(?:<=?|>=?|[!=]==|[-+*/]|&&|\|\||\?\?|[-+*]=)(?= [\w([{'`!-])/g,
    to: (from) => SWAPPED[from]!,
  },
  // Negates a condition.
  { pattern: /(?<=\b(?:if|while) \()[^\n]+(?=\) (?:return|continue|break|throw|\{))/g, to: (from) => `!(${from})` },
  // Disables a guard.
  { pattern: /(?<=\bif \()[^\n]+(?=\) (?:return|continue|break|throw)\b)/g, to: () => 'false' },
  // Doubles a constant, or replaces 0 by 1.
  {
    pattern: /(?<=[=:(,?*/+<>-] )\d[\d_.]*(?=[\s,;)\]}]|$)/gm,
    to: (from) => (Number(from.replaceAll('_', '')) === 0 ? '1' : `(${from} * 2)`),
  },
  { pattern: /\b(?:true|false)\b(?=[,;)\s])(?! \|)/g, to: (from) => (from === 'true' ? 'false' : 'true') },
  { pattern: /\bMath\.(?:min|max)\b/g, to: (from) => (from === 'Math.min' ? 'Math.max' : 'Math.min') },
  { pattern: /\.(?:some|every)(?=\()/g, to: (from) => (from === '.some' ? '.every' : '.some') },
]

export function findMutants(file: string, source: string): Mutant[] {
  const mask = maskSource(source)
  const typed = typeLines(mask)
  const found: Mutant[] = []
  for (const { pattern, to } of OPERATORS) {
    for (const match of mask.matchAll(pattern)) {
      const start = match.index
      const end = start + match[0].length
      const line = lineOf(source, start)
      if (typed.has(line) || /^\s*(?:import|export \*|export type|type)\b/.test(lineText(mask, start))) continue
      const from = source.slice(start, end)
      found.push({ file, line, start, end, from, to: to(from) })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

export function applyMutant(source: string, { start, end, to }: Mutant): string {
  return source.slice(0, start) + to + source.slice(end)
}

/** Interfaces and type aliases have no effect at run time. */
function typeLines(mask: string): Set<number> {
  const lines = new Set<number>()
  let isType = false
  mask.split('\n').forEach((text, at) => {
    if (/^(?:export )?(?:interface|type) /.test(text)) isType = true
    if (isType) lines.add(at + 1)
    if (isType && (/^\}/.test(text) || /^(?:export )?type [^{]*$/.test(text))) isType = false
  })
  return lines
}

function lineOf(source: string, at: number): number {
  let line = 1
  for (let i = 0; i < at; i++) if (source[i] === '\n') line++
  return line
}

function lineText(mask: string, at: number): string {
  const start = mask.lastIndexOf('\n', at) + 1
  const end = mask.indexOf('\n', at)
  return mask.slice(start, end < 0 ? mask.length : end)
}
