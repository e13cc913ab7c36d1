import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one plain line that any log reader understands. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const brokenModules = modules.filter((module) => module.errors().length > 0).length
    const count = (state: string) => states.filter((one) => one === state).length
    const failed = count('failed') + brokenModules + errors.length
    process.stdout.write(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`)
  }
}
