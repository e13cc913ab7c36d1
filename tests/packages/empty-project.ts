/** Installs packed tarballs without a network: declared dependencies are links, and undeclared ones are not found. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../../scripts/read-lockfile.ts'

export interface EmptyProject {
  folder: string
  /** `packages` are folders with a package.json. */
  install(packages: readonly string[]): void
  write(name: string, text: string): string
  remove(): void
}

export function emptyProject(): EmptyProject {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-install-'))
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}\n')
  return {
    folder,
    install(packages) {
      for (const one of packages) linkDependencies(folder, one)
      const tarballs = packages.map((one) => `./${npm(folder, ['pack', one]).trim().split('\n').at(-1)}`)
      npm(folder, ['install', '--offline', ...tarballs])
    },
    write(name, text) {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return path
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function linkDependencies(folder: string, source: string): void {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  )
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const installed = join(ROOT, 'node_modules', name)
    const link = join(folder, 'node_modules', name)
    if (!existsSync(installed)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(installed, link)
  }
}

function npm(cwd: string, args: readonly string[]): string {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  return execFileSync('npm', [...args, ...quiet], { cwd, encoding: 'utf8' })
}
