import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { applyMutant, findMutants, type Mutant } from './find-mutants.ts'

export function mutantsBelow(root: string, folder: string): Mutant[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.contract|\.d)\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/\/testing\//.test(file))
    .sort()
    .flatMap((file) => findMutants(file, readFileSync(join(root, file), 'utf8')))
}

/** Every mutant that changes the program has the same chance. The same seed gives the same sample of the same code. */
export function sampleMutants(root: string, all: readonly Mutant[], size: number, seed: number): Mutant[] {
  const random = randomFrom(seed)
  const rest = [...all]
  for (let i = rest.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    ;[rest[i], rest[other]] = [rest[other]!, rest[i]!]
  }
  const chosen: Mutant[] = []
  for (const mutant of rest) {
    if (chosen.length === size) break
    if (changesProgram(readFileSync(join(root, mutant.file), 'utf8'), mutant)) chosen.push(mutant)
  }
  return chosen
}

/** True if the mutant is a valid program that differs from the source without types. */
export function changesProgram(source: string, mutant: Mutant): boolean {
  try {
    return withoutTypes(applyMutant(source, mutant)) !== withoutTypes(source)
  } catch {
    return false
  }
}

const withoutTypes = (source: string) => stripTypeScriptTypes(source).replaceAll(/\s+/g, ' ')

function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
