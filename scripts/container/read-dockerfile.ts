/** The instructions of a Dockerfile, in order. Only what ours uses is read: no heredocs, no build arguments. */
export interface Instruction {
  name: string
  rest: string
}

export function readDockerfile(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line) && line.trim() !== '')
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, ' ')
  return joined.split('\n').map((line) => {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    return { name: name.toUpperCase(), rest: rest.trim() }
  })
}

/** `A=1 B=$A/2` with what is already set. */
export function readEnvironment(rest: string, known: Readonly<Record<string, string>>): Record<string, string> {
  const values = { ...known }
  for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g))
    values[name] = value.replaceAll(/\$(\w+)/g, (_, other: string) => known[other] ?? '')
  return values
}
