const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  reg: '®',
  trade: '™',
  copy: '©',
  deg: '°',
  euro: '€',
  pound: '£',
  frac12: '½',
  times: '×',
}

/** The words of a piece of HTML: scripts and styles gone, tags as spaces, entities resolved. Linear in its length. */
export function plainText(html: string): string {
  if (html === '') return ''
  const visible = html.includes('<') ? withoutTags(html) : html
  return visible
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z0-9]{2,8});/gi, readEntity)
    .replace(/\s+/g, ' ')
    .trim()
}

/** By hand: a regular expression over unclosed tags would be quadratic. */
function withoutTags(html: string): string {
  const lower = html.toLowerCase()
  let text = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) return text + html.slice(at)
    text += `${html.slice(at, open)} `
    const end = endOfMarkup(lower, open)
    if (end < 0) return text
    at = end
  }
  return text
}

/** Where the markup that begins at `open` is over; -1: it never closes. */
function endOfMarkup(lower: string, open: number): number {
  if (lower.startsWith('<!--', open)) return after(lower, '-->', open)
  for (const name of ['script', 'style']) {
    if (lower.startsWith(`<${name}`, open)) {
      const close = lower.indexOf(`</${name}`, open)
      return close < 0 ? -1 : after(lower, '>', close)
    }
  }
  return after(lower, '>', open)
}

function after(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at < 0 ? -1 : at + what.length
}

function readEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
  const hex = name[1]?.toLowerCase() === 'x'
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}
