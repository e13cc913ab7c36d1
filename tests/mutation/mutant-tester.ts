/** Runs tests against a mutant, nearest first, and returns the one that fails. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FarTests, stagesFor } from './areas.ts'
import { applyMutant, type Mutant } from './find-mutants.ts'
import { type ImportGraph, readImportGraph } from './related-tests.ts'
import type { Verdict } from './report.ts'
import type { Failure, MutatedFile, WarmVitest } from './warm-vitest.ts'

export class MutantTester {
  readonly #root: string
  readonly #vitest: WarmVitest
  readonly #graph: ImportGraph
  readonly #far: FarTests
  /** True if the test file passes without a mutant. */
  readonly #sound = new Map<string, boolean>()

  constructor(root: string, vitest: WarmVitest, far: Omit<FarTests, 'secondsOf'>) {
    this.#root = root
    this.#vitest = vitest
    this.#graph = readImportGraph(root)
    this.#far = { ...far, secondsOf: vitest.secondsOf }
  }

  async test(mutant: Mutant): Promise<Verdict> {
    const path = join(this.#root, mutant.file)
    const source = readFileSync(path, 'utf8')
    const code = source.split('\n')[mutant.line - 1]!.trim()
    const mutated = { path, source: applyMutant(source, mutant) }
    const related = new Map([...this.#graph.testsOf(mutant.file)].filter(([test]) => this.#vitest.tests.has(test)))
    for (const stage of stagesFor(related, mutant.file, this.#far)) {
      const failure = await this.#firstFailure(stage, mutated)
      if (failure !== undefined) return { mutant, code, noticedBy: failure.test, isTimeout: failure.isTimeout }
    }
    return { mutant, code, noticedBy: undefined, isTimeout: false }
  }

  /** A failure only counts if the test passes without the mutant. */
  async #firstFailure(stage: readonly string[], mutated: MutatedFile): Promise<Failure | undefined> {
    const own = mutated.path.replace(/\.ts$/, '.test.ts')
    const tests = stage.filter((test) => this.#sound.get(test) !== false)
    tests.sort((a, b) => Number(own.endsWith(b)) - Number(own.endsWith(a)))
    const failure = tests.length === 0 ? undefined : await this.#vitest.firstFailure(tests, mutated)
    if (failure === undefined || (await this.#isSound(failure.test))) return failure
    console.log(`     left out: ${failure.test} fails without a mutant`)
    return this.#firstFailure(tests, mutated)
  }

  async #isSound(test: string): Promise<boolean> {
    const known = this.#sound.get(test)
    if (known !== undefined) return known
    const sound = (await this.#vitest.firstFailure([test])) === undefined
    this.#sound.set(test, sound)
    return sound
  }

  close(): Promise<void> {
    return this.#vitest.close()
  }
}
