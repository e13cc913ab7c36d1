/** Counts lines, files and comments by area. `npm run house -- REV` compares with the revision REV. */
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

interface Hunk {
  deleted: string[]
  added: string[]
}

/** A line has moved if HEAD has it anywhere, is replaced if its hunk adds a line, and is otherwise gone. */
function printFate(revision: string): void {
  const hunks = readHunks(git('diff', '-U0', '-M', '-l0', '--no-color', '--no-ext-diff', revision, 'HEAD'))
  const [added, deleted] = [
    countOf(hunks.flatMap((hunk) => hunk.added)),
    countOf(hunks.flatMap((hunk) => hunk.deleted)),
  ]
  let [moved, replaced, gone, fresh] = [0, 0, 0, 0]
  for (const hunk of hunks) {
    const left = hunk.deleted.filter((line) => !takeOne(added, line)).length
    const right = hunk.added.filter((line) => !takeOne(deleted, line)).length
    moved += hunk.deleted.length - left
    replaced += Math.min(left, right)
    gone += Math.max(left - right, 0)
    fresh += Math.max(right - left, 0)
  }
  const before = total([...measure(revision).areas.values()]).lines
  const share = ((100 * gone) / before).toFixed(1)
  console.log(
    `\nof ${before} lines in ${revision}: ${gone} gone (${share} %), ${moved} moved, ${replaced} replaced in place`,
  )
  console.log(`new since: ${fresh} lines`)
}

function readHunks(diff: string): Hunk[] {
  const isSource = (path: string) => SOURCE.test(path) && !TEST.test(path)
  return diff.split(/^diff --git /m).flatMap((file) => {
    const [head = '', ...parts] = file.split(/^@@ .*\n/m)
    const [, from = '', to = ''] = /^a\/(\S+) b\/(\S+)/.exec(head) ?? []
    return parts.map((part) => {
      const lines = part.split('\n')
      const marked = (sign: string) => lines.filter((line) => line[0] === sign).map((line) => line.slice(1).trim())
      return { deleted: isSource(from) ? marked('-') : [], added: isSource(to) ? marked('+') : [] }
    })
  })
}

function countOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

function takeOne(counts: Map<string, number>, line: string): boolean {
  const left = counts.get(line) ?? 0
  counts.set(line, left - 1)
  return left > 0
}

const [revision] = process.argv.slice(2)
print([...(revision === undefined ? [] : [revision]), 'HEAD'])
if (revision !== undefined) printFate(revision)
