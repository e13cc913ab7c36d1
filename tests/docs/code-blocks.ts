/** Words after a fence name the kind of the block, then a file, a request or a flag. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

export const REPOSITORY = resolve(import.meta.dirname, '../..')

export interface CodeBlock {
  /** Line of the opening fence, from 1. */
  line: number
  kind: string
  words: string[]
  text: string
}

export interface Page {
  /** Relative to the root of the repository. */
  path: string
  name: string
  text: string
  blocks: CodeBlock[]
}

export function readPages(): Page[] {
  const guides = readdirSync(join(REPOSITORY, 'docs/guides')).filter((file) => file.endsWith('.md'))
  return ['README.md', ...guides.sort().map((file) => `docs/guides/${file}`)].map((path) => {
    const text = readFileSync(join(REPOSITORY, path), 'utf8')
    const name = path === 'README.md' ? 'readme' : basename(path, '.md').toLowerCase()
    return { path, name: path === 'docs/guides/README.md' ? 'index' : name, text, blocks: codeBlocks(text) }
  })
}

/** A fence that is never closed takes the rest of the page, which then fails its check. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open: { block: CodeBlock; fence: string; lines: string[] } | undefined
  markdown.split('\n').forEach((line, i) => {
    const [, fence, info = ''] = /^\s*(`{3,}|~{3,})\s*(.*)$/.exec(line) ?? []
    if (open !== undefined) {
      if (fence?.startsWith(open.fence) && info === '') open = close(open, blocks)
      else open.lines.push(line)
    } else if (fence !== undefined) {
      const [kind = '', ...words] = info.trim().split(/\s+/)
      open = { block: { line: i + 1, kind, words, text: '' }, fence, lines: [] }
    }
  })
  if (open !== undefined) close(open, blocks)
  return blocks
}

function close({ block, lines }: { block: CodeBlock; lines: string[] }, blocks: CodeBlock[]): undefined {
  blocks.push({ ...block, text: `${lines.join('\n')}\n` })
}

/** Returns the file into which the reader puts the block. */
export function fileName({ words }: CodeBlock): string | undefined {
  return words.find((word) => /\.(ts|tsx|yaml|json|service|csv|jsonl)$/.test(word))
}
