/**
 * Counts lines, files and comments of each area, and words of the decision records.
 *
 * npm run house            as committed now
 * npm run house -- REV     compared with REV
 */
import { execFileSync } from 'node:child_process'

interface Size {
  files: number
  lines: number
  tests: number
  comments: number
  fragments: number
}

const SOURCE = /\.(ts|tsx|mjs|js|css|py)$/
const TEST = /\.(test|contract)\.tsx?$|\/testing\/|^tests\//
const COMMENT = /^\s*(\/\/|\/\*\*|\*)\s+(\S.*)$/
/** A comment that begins like this is nearly always a fragment. */
const FRAGMENT = /^(Of|By|What|Where|Whether|So many|Most|Least)\s/

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 30 })

function areaOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  return top === 'packages' || top === 'apps' ? `${top}/${second}` : top
}

function measure(revision: string): { areas: Map<string, Size>; records: number; words: number } {
  const areas = new Map<string, Size>()
  const paths = git('ls-tree', '-r', '--name-only', revision).trim().split('\n')
  for (const path of paths.filter((one) => SOURCE.test(one))) {
    const size = areas.get(areaOf(path)) ?? { files: 0, lines: 0, tests: 0, comments: 0, fragments: 0 }
    areas.set(areaOf(path), add(size, path, git('show', `${revision}:${path}`)))
  }
  const records = paths.filter((path) => /^docs\/decisions\/\d.*\.md$/.test(path))
  const words = records.map((path) => git('show', `${revision}:${path}`).split(/\s+/).length)
  return { areas, records: records.length, words: words.reduce((sum, count) => sum + count, 0) }
}

function add(size: Size, path: string, text: string): Size {
  const lines = text.split('\n')
  const comments = lines.flatMap((line) => COMMENT.exec(line)?.[2] ?? [])
  const isTest = TEST.test(path)
  return {
    files: size.files + 1,
    lines: size.lines + (isTest ? 0 : lines.length - 1),
    tests: size.tests + (isTest ? lines.length - 1 : 0),
    comments: size.comments + comments.length,
    fragments: size.fragments + comments.filter((comment) => FRAGMENT.test(comment)).length,
  }
}

const COLUMNS = ['files', 'lines', 'tests', 'comments', 'fragments'] as const

function print(revisions: readonly string[]): void {
  const measured = revisions.map(measure)
  const names = [...new Set(measured.flatMap(({ areas }) => [...areas.keys()]))].sort()
  const cell = (column: (typeof COLUMNS)[number], sizes: readonly (Size | undefined)[]) =>
    sizes.map((size) => size?.[column] ?? 0).join(' → ')
  console.log(`| area | ${COLUMNS.join(' | ')} |\n|${'---|'.repeat(COLUMNS.length + 1)}`)
  for (const name of names) {
    const sizes = measured.map(({ areas }) => areas.get(name))
    console.log(`| ${name} | ${COLUMNS.map((column) => cell(column, sizes)).join(' | ')} |`)
  }
  const totals = measured.map(({ areas }) => total([...areas.values()]))
  console.log(`| all | ${COLUMNS.map((column) => cell(column, totals)).join(' | ')} |`)
  console.log(`\ndecision records: ${measured.map(({ records, words }) => `${records} (${words} words)`).join(' → ')}`)
}

function total(sizes: readonly Size[]): Size {
  const sum = (column: (typeof COLUMNS)[number]) => sizes.reduce((all, size) => all + size[column], 0)
  return Object.fromEntries(COLUMNS.map((column) => [column, sum(column)])) as unknown as Size
}

print([...process.argv.slice(2), 'HEAD'])
