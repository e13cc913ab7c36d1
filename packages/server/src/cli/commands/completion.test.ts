import { execFileSync } from 'node:child_process'
import type { Command } from 'commander'
import { beforeAll, expect, it } from 'vitest'
import { program } from '../program.ts'

let vitrine: Command
beforeAll(async () => {
  vitrine = program()
})

async function scriptOf(shell: string): Promise<string> {
  const printed: string[] = []
  const log = console.log
  console.log = (text: string) => void printed.push(text)
  try {
    await vitrine.parseAsync(['node', 'vitrine', 'completion', shell])
  } finally {
    console.log = log
  }
  return printed.join('\n')
}

const ASK = `eval "$1"; shift; COMP_WORDS=(vitrine "$@"); COMP_CWORD=$#; _vitrine; echo "\${COMPREPLY[*]}"`

const offered = (script: string, ...words: string[]) =>
  execFileSync('bash', ['-c', ASK, 'bash', script, ...words], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)

it('offers commands, subcommands and options in bash', async () => {
  const bash = await scriptOf('bash')
  expect(offered(bash, '')).toEqual(expect.arrayContaining(['serve', 'shops', 'import', '--version']))
  expect(offered(bash, 'sho')).toEqual(['shops'])
  expect(offered(bash, 'shops', '')).toEqual(['list', 'create', 'delete', 'help', '--help'])
  expect(offered(bash, 'shops', 'create', 'my.shop', '--cur')).toEqual(['--currency'])
  expect(offered(bash, 'import', '--shop', 'shops', '--ch')).toEqual(['--check'])
  expect(await scriptOf('zsh')).toContain(bash)
})

it('has a line for every command and option in fish', async () => {
  const fish = await scriptOf('fish')
  const below = (command: Command, path: string): string[] =>
    command.commands.flatMap((one) => [
      `"${path}"' -f -a ${one.name()} `,
      ...one.options
        .filter(({ hidden }) => !hidden)
        .map(({ long }) => `"${path} ${one.name()}"' -l ${long?.slice(2)} `),
      ...below(one, `${path} ${one.name()}`),
    ])
  const lines = below(vitrine, '')
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.filter((line) => !fish.includes(line))).toEqual([])
})
