import { decodeHTML } from 'entities'

/** Takes linear time. Removes scripts and styles, replaces tags by spaces and decodes entities. */
export function plainText(html: string): string {
  if (html === '') return ''
  const visible = html.includes('<') ? withoutTags(html) : html
  return decodeHTML(visible).replace(/\s+/g, ' ').trim()
}

/** A regular expression would take quadratic time for unclosed tags. */
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

/** Returns -1 if the markup that begins at `open` is never closed. */
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
