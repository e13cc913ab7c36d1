import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { licenseFault } from '../../scripts/licenses.ts'
import { type LockedPackage, ROOT, readLockfile } from '../../scripts/read-lockfile.ts'

const packages = readLockfile()

describe('the Node we ship', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))

  it('is the same version on every platform', () => {
    expect(nodes.length).toBeGreaterThanOrEqual(3)
    expect(new Set(nodes.map(([, version]) => version)).size).toBe(1)
    for (const [name, version] of nodes) {
      expect(packages.find((one) => one.name === name)?.version).toBe(version)
    }
  })

  it('is the oldest version that is accepted from elsewhere', () => {
    const needed = /NEEDED = \[(.*)\]/.exec(readFileSync(join(ROOT, 'scripts/check-node.mjs'), 'utf8'))?.[1]
    expect(needed?.replaceAll(', ', '.')).toBe(nodes[0]?.[1])
  })
})

describe('licenses', () => {
  it('are permissive, of every package on every platform', () => {
    expect(packages.length).toBeGreaterThan(300)
    expect(packages.map(licenseFault).filter((fault) => fault !== undefined)).toEqual([])
  })

  it.each([
    ['GPL-3.0-only', 1],
    ['', 1],
    ['MIT AND GPL-2.0-only', 1],
    ['MPL-2.0', 1],
    ['(MIT OR GPL-2.0-only)', 0],
    ['Apache-2.0 AND MIT', 0],
  ])('%j is judged', (license, faults) => {
    const one = { name: 'x', version: '1', license, isDev: false } as LockedPackage
    expect([licenseFault(one)].filter((fault) => fault !== undefined)).toHaveLength(faults)
  })
})

describe('what npm installs', () => {
  it('is verified by SHA-512, except builds of development tools for other platforms', () => {
    const unchecked = packages.filter(({ integrity }) => !integrity?.startsWith('sha512-'))
    expect(unchecked.filter(({ isDev, isOptional }) => !isDev || !isOptional).map(({ path }) => path)).toEqual([])
  })

  it('runs no scripts during installation', () => {
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })
})

describe('the document on the supply chain', () => {
  const text = readFileSync(join(ROOT, 'docs/security/supply-chain.md'), 'utf8')

  it('names every model file that is taken from a package, with its checksum', () => {
    const source = readFileSync(join(ROOT, 'packages/embedder/src/local/english-encoder.ts'), 'utf8')
    const sums = source.match(/[0-9a-f]{64}/g) ?? []
    expect(sums.length).toBeGreaterThan(1)
    expect(sums.filter((sum) => !text.includes(sum))).toEqual([])
  })

  it('names the Node that is shipped, and its checksums', () => {
    const nodes = packages.filter(({ name }) => /^node-(linux|win)-/.test(name))
    expect(nodes.filter(({ name, integrity }) => !text.includes(name) || !text.includes(integrity!))).toEqual([])
  })

  it('gives the checksum of the Node that is installed here', () => {
    const here = [`linux-${process.arch}/bin/node`, 'win-x64/bin/node.exe']
    const installed = here.map((path) => join(ROOT, `node_modules/node-${path}`)).filter((path) => existsSync(path))
    for (const path of installed) expect(text).toContain(hash('sha256', readFileSync(path)))
  })
})
