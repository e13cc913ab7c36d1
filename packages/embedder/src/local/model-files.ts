import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

export interface ModelFile {
  path: string
  sha256: string
}

/** Reads a file. Throws if its hash does not match. */
export function readChecked({ path, sha256 }: ModelFile): Uint8Array {
  const bytes = readFileSync(path)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw wrongFile(path)
  return bytes
}

/** Checks the file's hash and returns its path. Streams the bytes, because idle threads rarely collect garbage. */
export async function checkedPath({ path, sha256 }: ModelFile): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { end: false })
  if (hash.digest('hex') !== sha256) throw wrongFile(path)
  return path
}

export function wrongFile(path: string): Error {
  return new Error(`${path} is not the file that this version was measured with`)
}

export function ownFile(path: string, sha256: string): ModelFile {
  return { path: fileURLToPath(new URL(`../../../../models/${path}`, import.meta.url)), sha256 }
}

/** Uses the file in the `models` folder if it exists, otherwise that of a package, whose code is never run. */
export function ownOrPackagedFile(folder: string, from: { name: string; folder: string }, file: ModelFile): ModelFile {
  const own = ownFile(`${folder}/${file.path}`, file.sha256)
  return existsSync(own.path) ? own : { ...file, path: join(packageFolder(from.name), from.folder, file.path) }
}

function packageFolder(name: string): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  } catch (cause) {
    throw new Error(`the package ${name} with the model's weights is not installed`, { cause })
  }
}
