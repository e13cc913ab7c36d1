/** A TypeScript source as JavaScript that runs from `node_modules`, where Node strips no types. Lines keep their numbers. */
import { stripTypeScriptTypes } from 'node:module'

/** Resolves a specifier of one of our packages, relative to the file that imports it. */
export type Locate = (specifier: string) => string

const RELATIVE = /(['"`])(\.{1,2}\/[^'"`\n]*)\.ts\1/g
const PACKED = /\b(from\s+|import\(\s*|import\s+)(['"])(@vitrine\/[\w/-]+|onnxruntime-node)\2/g

export function toJavaScript(source: string, locate: Locate): string {
  return stripTypeScriptTypes(source)
    .replaceAll(RELATIVE, '$1$2.js$1')
    .replaceAll(PACKED, (_, before: string, quote: string, name: string) => {
      return `${before}${quote}${locate(name)}${quote}`
    })
    .replaceAll(/[ \t]+$/gm, '')
}
