/**
 * Replaces comments, strings and regular expressions by blanks. Positions stay the same; code inside `${…}` is kept.
 */
export function maskSource(source: string): string {
  const mask = source.split('')
  /** Open braces in each enclosing template expression. */
  const templates: number[] = []
  let at = 0
  const blank = (from: number, to: number) => {
    for (let i = from; i < to; i++) if (mask[i] !== '\n') mask[i] = ' '
  }
  const skipTemplate = (from: number) => {
    const end = templateEnd(source, from)
    blank(from, end)
    if (source.startsWith('${', end)) {
      templates.push(0)
      return end + 2
    }
    blank(end, end + 1)
    return end + 1
  }
  while (at < source.length) {
    const end = plainTokenEnd(source, at)
    if (end > at) {
      blank(at, end)
      at = end
    } else if (source[at] === '`') at = skipTemplate(at + 1)
    else if (source[at] === '}' && templates.at(-1) === 0) {
      templates.pop()
      at = skipTemplate(at + 1)
    } else {
      if (templates.length > 0) templates[templates.length - 1]! += BRACES[source[at]!] ?? 0
      at++
    }
  }
  return mask.join('')
}

const BRACES: Readonly<Record<string, number>> = { '{': 1, '}': -1 }

/** Returns `at` if no comment, string or regular expression begins there. */
function plainTokenEnd(source: string, at: number): number {
  if (source.startsWith('//', at)) return endOf(source, '\n', at)
  if (source.startsWith('/*', at)) return endOf(source, '*/', at) + 2
  const quote = source[at]
  if (quote === "'" || quote === '"') return closing(source, at, quote)
  if (quote === '/' && /[(,=:[!&|?{};\n]\s*$|\breturn\s+$/.test(source.slice(Math.max(0, at - 12), at)))
    return closing(source, at, '/')
  return at
}

function endOf(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from)
  return found < 0 ? source.length : found
}

function closing(source: string, at: number, quote: string): number {
  let inClass = false
  for (let i = at + 1; i < source.length; i++) {
    if (source[i] === '\\') i++
    else if (quote === '/' && source[i] === '[') inClass = true
    else if (quote === '/' && source[i] === ']') inClass = false
    else if (source[i] === quote && !inClass) return i + 1
  }
  return source.length
}

function templateEnd(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === '`' || source.startsWith('${', i)) return i
  }
  return source.length
}
