import type { ImportItem, ImportReader } from './import-item.ts'
import { TOO_LONG } from './import-item.ts'
import { parseJson, productsOf, toItem } from './json-lines-products.ts'
import { type JsonElement, JsonSplitter } from './split-json.ts'

/** Products from a JSON document: `[…]`, `{"products": […]}` (pages of `products.json`, Admin REST answers), or one product. */
export class JsonDocumentProducts implements ImportReader {
  readonly #splitter = new JsonSplitter()

  push(chunk: Buffer): ImportItem[] {
    return this.#splitter.push(chunk).flatMap(toItems)
  }

  end(): ImportItem[] {
    return this.#splitter.end().flatMap(toItems)
  }
}

function toItems({ line, bytes, cut }: JsonElement): ImportItem[] {
  if (cut) return [{ kind: 'fault', line, reason: 'the file ends inside the product that begins here' }]
  if (!bytes) return [{ kind: 'fault', line, reason: `the product ${TOO_LONG}` }]
  const parsed = parseJson(bytes)
  if (parsed.kind === 'blank') return []
  if (parsed.kind === 'fault') return [{ kind: 'fault', line, reason: `the product ${parsed.reason}` }]
  return productsOf(parsed.value).map((one) => toItem(one, line))
}
