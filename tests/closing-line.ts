import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one line that is easy to find in any log. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const brokenModules = modules.filter((module) => module.errors().length > 0).length
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    // A test that is expected to fail does not count as passed.
    const known = tests.filter((test) => test.options.fails === true && test.result().state === 'passed').length
    const failed = count('failed') + brokenModules + errors.length
    process.stdout.write(
      `${count('passed') - known} passed, ${failed} failed, ${count('skipped')} skipped, ${known} known faults\n`,
    )
  }
}
