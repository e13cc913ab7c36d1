import { expect, it } from 'vitest'
import { changelogOf } from '../../scripts/changelog.ts'

it('makes a changelog of commits, grouped by type, with what breaks first', () => {
  const subjects = [
    'fix(http): two Host headers are refused',
    'feat(search): synonyms in one direction',
    'refactor(engine): one name for postings',
    'feat(contract)!: unknown keys are refused',
    'not a conventional commit',
    'perf: fewer copies',
  ]
  expect(changelogOf(subjects)).toBe(
    [
      '### Breaking\n\n- **contract:** unknown keys are refused\n',
      '### Added\n\n- **search:** synonyms in one direction\n',
      '### Fixed\n\n- **http:** two Host headers are refused\n',
      '### Faster\n\n- fewer copies\n',
    ].join('\n'),
  )
})
