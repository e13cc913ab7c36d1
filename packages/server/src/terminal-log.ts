/** For a person at a terminal, without successful requests and requests to `/ready`. Piped output stays JSON. */
interface Entry {
  level: number
  time: number
  msg: string
  [field: string]: unknown
}

const WARNING = 40
/** The web framework's line, of which the server logs a better one. */
const SAID_TWICE = /^Server listening at /

export function terminalLog(out: { write(text: string): unknown }): { write(line: string): void } {
  return {
    write(line) {
      const text = sentenceOf(JSON.parse(line) as Entry)
      if (text !== undefined) out.write(`${text}\n`)
    },
  }
}

/** Returns undefined if the entry is not shown. */
function sentenceOf({ level, time, msg, ...fields }: Entry): string | undefined {
  if (SAID_TWICE.test(msg)) return undefined
  if (msg === 'request') {
    if (Number(fields.status) < 400 || fields.route === '/ready') return undefined
    return stamped(time, `${fields.method} ${fields.route} answered ${fields.status} in ${fields.ms} ms`)
  }
  if (msg === 'ready') return banner(fields)
  if (msg === 'start-up step done') return stamped(time, `${fields.step}: ${(Number(fields.ms) / 1000).toFixed(1)} s`)
  const { err, ...rest } = fields
  const details = Object.entries(rest).map(([name, value]) => `${name} ${wordOf(value)}`)
  const sentence = details.length > 0 ? `${msg}: ${details.join(', ')}` : msg
  return stamped(time, `${level >= WARNING ? '! ' : ''}${sentence}${stackOf(err)}`)
}

const LINKS: Record<string, string> = { demo: 'Demo shop', dashboard: 'Dashboard', api: 'API reference' }

function banner(fields: Record<string, unknown>): string {
  const links = Object.entries(LINKS).flatMap(([name, title]) =>
    typeof fields[name] === 'string' ? [`    ${title.padEnd(15)}${fields[name]}`] : [],
  )
  return ['', '  Vitrine is ready.', '', ...links, '', '  Ctrl-C stops it.', ''].join('\n')
}

function stamped(time: number, text: string): string {
  return `${new Date(time).toLocaleTimeString('en-GB')}  ${text}`
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function stackOf(error: unknown): string {
  if (error === undefined) return ''
  const { stack, message } = error as { stack?: string; message?: string }
  return `\n${stack ?? message ?? wordOf(error)}`
}
