/** Converts a TypeScript source to JavaScript, because Node does not strip types in `node_modules`. Line numbers stay the same. */
import { stripTypeScriptTypes } from 'node:module'

/** Resolves an import of one of our packages to a path relative to the importing file. */
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
