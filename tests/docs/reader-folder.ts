/** Creates a folder like a fresh clone, so that what a guide makes the reader write stays out of the repository. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { REPOSITORY } from './code-blocks.ts'
import { SAMPLE_FILES } from './sample-files.ts'

const NOT_LINKED = new Set(['.git', 'data'])

export interface ReaderFolder {
  path: string
  write(name: string, text: string): string
  remove(): void
}

export function readerFolder(page: string): ReaderFolder {
  const path = mkdtempSync(join(tmpdir(), `vitrine-guide-${page}-`))
  for (const name of readdirSync(REPOSITORY).filter((one) => !NOT_LINKED.has(one))) {
    symlinkSync(join(REPOSITORY, name), join(path, name))
  }
  const write = (name: string, text: string) => {
    const file = join(path, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  for (const [name, text] of Object.entries(SAMPLE_FILES)) write(name, text)
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) }
}
