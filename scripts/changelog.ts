/**
 * `npm run changelog`: the commits since the last tag as lines for CHANGELOG.md, grouped by type. What it prints is a draft:
 * whoever releases puts it into the words of users.
 *
 *   npm run changelog                    since the last tag, or of all commits where there is none
 *   npm run changelog -- v0.1.0..HEAD    of another range
 */
import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

const HEADINGS: readonly [types: readonly string[], heading: string][] = [
  [['feat'], 'Added'],
  [['fix'], 'Fixed'],
  [['perf'], 'Faster'],
  [['docs'], 'Documentation'],
]

/** `type(scope)!: what changes` */
const SUBJECT = /^(?<type>[a-z]+)(\((?<scope>[^)]+)\))?(?<breaking>!)?: (?<what>.+)$/

/** Subjects, newest first, as a section in Markdown. Types that users do not notice are left out, unless they break something. */
export function changelogOf(subjects: readonly string[]): string {
  const commits = subjects.map((subject) => SUBJECT.exec(subject)?.groups).filter((one) => one !== undefined)
  const breaking = commits.filter((one) => one.breaking)
  const sections = HEADINGS.map(([types, heading]) => ({
    heading,
    commits: commits.filter((one) => types.includes(one.type as string) && !one.breaking),
  }))
  return [{ heading: 'Breaking', commits: breaking }, ...sections]
    .filter((section) => section.commits.length > 0)
    .map((section) => `### ${section.heading}\n\n${section.commits.map(lineOf).join('\n')}\n`)
    .join('\n')
}

function lineOf({ scope, what = '' }: Record<string, string | undefined>): string {
  return scope === undefined ? `- ${what}` : `- **${scope}:** ${what}`
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function sinceLastTag(): string {
  try {
    return `${git('describe', '--tags', '--abbrev=0')}..HEAD`
  } catch {
    return 'HEAD'
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const range = process.argv[2] ?? sinceLastTag()
  process.stdout.write(changelogOf(git('log', '--no-merges', '--format=%s', range).split('\n')))
}
