import { normalizeProduct } from '../normalize/normalize-product.ts'
import { isRecord, type Raw, readList } from '../../platform/catalog-values.ts'
import { GroupingWindow } from './grouping-window.ts'
import type { ImportItem } from './import-item.ts'

interface Family {
  line: number
  product: Raw & { id: string }
  /** By the product's list they belong to. */
  children: Map<string, unknown[]>
  /** Ids of its variants, pictures …: their own children name these as parents. */
  childIds: string[]
}

/** Whoever needs to be told of more has another problem. */
const MAX_KINDS_SAID = 100

/** The list of the product that a child of each kind belongs to; kinds not listed are not kept. */
const LISTS: Record<string, string> = {
  ProductVariant: 'variants',
  ProductImage: 'images',
  MediaImage: 'images',
  ImageSource: 'images',
  Image: 'images',
  Metafield: 'metafields',
  Collection: 'collections',
  Publication: 'resourcePublications',
}

/** Joins the lines of a bulk operation's result into products. A parent comes before its children; families may be mixed. */
export class BulkFamilies {
  readonly #window = new GroupingWindow<Family>()
  /** Child id → id of its product, for as long as the product waits. */
  readonly #owners = new Map<string, string>()
  readonly #saidKinds = new Set<string>()

  take(value: Raw, line: number, bytes: number): ImportItem[] {
    const items =
      typeof value.__parentId === 'string' ? this.#child(value, line, bytes) : this.#root(value, line, bytes)
    for (const family of this.#window.overflowing()) items.push(this.#finish(family))
    return items
  }

  end(): ImportItem[] {
    return [...this.#window.all()].map((family) => this.#finish(family))
  }

  #root(value: Raw, line: number, bytes: number): ImportItem[] {
    const id = String(value.id)
    const kind = kindOf(id)
    if (kind !== 'Product') return [{ kind: 'fault', line, reason: `this is a ${kind}, not a product` }]
    if (this.#window.grow(id, bytes)) return [{ kind: 'fault', line, reason: `${id} comes twice` }]
    this.#window.open(id, { line, product: { ...value, id }, children: new Map(), childIds: [] }, bytes)
    return []
  }

  #child(value: Raw, line: number, bytes: number): ImportItem[] {
    const parent = String(value.__parentId)
    const productId = this.#owners.get(parent) ?? parent
    const family = this.#window.grow(productId, bytes)
    if (!family) return [{ kind: 'fault', line, reason: `its parent ${parent} does not stand before it` }]
    if (typeof value.id === 'string') {
      family.childIds.push(value.id)
      this.#owners.set(value.id, productId)
    }
    const list = listOf(value)
    // Only the product's own children: a variant's metafields have no place in the catalog.
    if (!list || parent !== productId) return this.#noteKind(value, line)
    const children = family.children.get(list)
    if (children) children.push(value)
    else family.children.set(list, [...readList(family.product[list]), value])
    return []
  }

  #noteKind(value: Raw, line: number): ImportItem[] {
    const kind = typeof value.id === 'string' ? kindOf(value.id) : 'lines without an id'
    const name = `${kind} below ${kindOf(String(value.__parentId))}`
    if (this.#saidKinds.has(name) || this.#saidKinds.size >= MAX_KINDS_SAID) return []
    this.#saidKinds.add(name)
    return [{ kind: 'note', line, text: `${name} is not kept` }]
  }

  #finish({ line, product, children, childIds }: Family): ImportItem {
    for (const id of childIds) this.#owners.delete(id)
    const result = normalizeProduct({ ...product, ...Object.fromEntries(children) })
    if (result.kind === 'product') return { kind: 'product', line, product: result.product }
    return { kind: 'fault', line, reason: result.reason }
  }
}

function kindOf(gid: string): string {
  return /^gid:\/\/[^/]+\/([^/]+)\//.exec(gid)?.[1] ?? 'line of unknown kind'
}

function listOf(value: Raw): string | undefined {
  if (typeof value.id === 'string') return LISTS[kindOf(value.id)]
  if (typeof value.namespace === 'string') return 'metafields'
  return isRecord(value.publication) ? 'resourcePublications' : undefined
}
