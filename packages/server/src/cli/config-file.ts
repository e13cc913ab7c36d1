import { wellFormedJson } from '@vitrine/contract'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { Refusal } from '../features/errors.ts'

export interface ConfigFile {
  document: unknown
  /** Returns the line, from 1, of the value at the path, or of the nearest enclosing value that exists. */
  lineOf(path: readonly (string | number)[]): number
}

/** Reads YAML or JSON with one parser, because every JSON document is also YAML. */
export function readConfigFile(name: string, text: string): ConfigFile {
  const lines = new LineCounter()
  const parsed = parseDocument(text, { lineCounter: lines })
  const [fault] = parsed.errors
  if (fault) throw new Refusal(400, `${name}: ${fault.message}`)
  return {
    document: wellFormedJson(parsed.toJS() ?? {}),
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const node = parsed.getIn(path.slice(0, length), true)
        if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
      }
      return 1
    },
  }
}
