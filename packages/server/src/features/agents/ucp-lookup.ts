/** Answers catalog lookups of the Universal Commerce Protocol: many products by name, or one with selected options. */
import {
  UCP_CATALOG_LOOKUP,
  type UcpLookupRequest,
  type UcpMessage,
  type UcpProductRequest,
  type UcpProductResponse,
  type UcpProductsResponse,
  type UcpProduct,
} from '@vitrine/contract'
import { isVariantInStock, type Product, type Variant } from '../../ports/record-store/product.ts'
import type { Call } from '../call.ts'
import { findVisible } from '../look-up/look-up-products.ts'
import { type ShopperView, shopperView } from '../query/shopper-view.ts'
import { type LookDeps, recordAgentServe } from './record-agent-serve.ts'
import { errorMessage, ucpEnvelope } from './ucp-envelope.ts'
import { filteredVariants } from './ucp-filters.ts'
import { selectionOf, ucpProduct, chosenOptions } from './ucp-product.ts'

type LookupCall = Call<UcpLookupRequest>
interface Resolved {
  product: Product
  inputs: Map<Variant, { id: string; match: 'exact' | 'featured' }[]>
}

export async function lookUpForPlatform(deps: LookDeps, call: LookupCall): Promise<UcpProductsResponse> {
  const names = [...new Set(call.body.ids)]
  const view = viewOf(call)
  const messages: UcpMessage[] = []
  const { products, missing } = await resolve(deps, call, { names, view, messages })
  const shown = presenting(deps, call, view)(products.map(({ product }) => product))
  return {
    ucp: ucpEnvelope(UCP_CATALOG_LOOKUP),
    products: products.map(({ product, inputs }) => {
      const presented = ucpProduct(product, [...inputs.keys()], shown)
      const all = [...inputs.values()]
      return { ...presented, variants: presented.variants.map((one, at) => ({ ...one, inputs: all[at] ?? [] })) }
    }),
    ...withMessages([...messages, ...missing.map((content) => ({ type: 'info', code: 'not_found', content }))]),
  }
}

interface Resolving {
  names: readonly string[]
  view: ShopperView
  messages: UcpMessage[]
}

/** Returns each product once, with the named variants. A product named without a variant gets its featured one. */
async function resolve(deps: LookDeps, call: LookupCall, { names, view, messages }: Resolving) {
  const { shop, nowMs, body } = call
  const asked = names.map((name) => ({ kind: 'any' as const, name }))
  const found = await findVisible(deps, { shop, view, nowMs }, asked)
  const variantsOf = filteredVariants(body.filters ?? {}, {
    context: body.context ?? {},
    prices: view.prices,
    messages,
  })
  const products = new Map<number, Resolved>()
  const missing = new Set(names)
  for (const {
    asked: { name },
    product,
    variant,
  } of found) {
    const left = variantsOf(product)
    const meant = variant ?? featured(left)
    if (!meant || !left.includes(meant)) continue
    missing.delete(String(name))
    const resolved: Resolved = products.get(product.id) ?? { product, inputs: new Map() }
    const input = { id: String(name), match: variant ? ('exact' as const) : ('featured' as const) }
    resolved.inputs.set(meant, [...(resolved.inputs.get(meant) ?? []), input])
    products.set(product.id, resolved)
  }
  return { products: [...products.values()], missing: [...missing] }
}

export async function productForPlatform(deps: LookDeps, call: Call<UcpProductRequest>): Promise<UcpProductResponse> {
  const { shop, nowMs, body } = call
  const view = viewOf(call)
  const messages: UcpMessage[] = []
  const [found] = await findVisible(deps, { shop, view, nowMs }, [{ kind: 'any', name: body.id }])
  if (!found) return notFound(body.id)
  const { product, variant } = found
  const wanted = variant ? selectionOf(product, variant) : body.selected
  const { selected, matching } = chooseVariants(product, wanted, body.preferences)
  const filters = filteredVariants(body.filters ?? {}, { context: body.context ?? {}, prices: view.prices, messages })
  const left = new Set(filters(product))
  const variants = matching.filter((one) => left.has(one))
  const first = variant ?? featured(variants)
  if (!first || !left.has(first)) return notFound(body.id)
  const shown = presenting(deps, call, view)([product])
  return {
    ucp: ucpEnvelope(UCP_CATALOG_LOOKUP),
    product: {
      ...ucpProduct(product, [first, ...variants.filter((one) => one !== first)], shown),
      options: availableOptions(product, selected),
      selected,
    },
    ...withMessages(messages),
  }
}

function viewOf({ shop, body, identity }: Call<UcpProductRequest | UcpLookupRequest>): ShopperView {
  const { language, currency } = body.context ?? {}
  return shopperView(shop, { locale: language ?? null, currency: currency ?? null }, identity.customerId)
}

function presenting(deps: LookDeps, call: Call<unknown>, view: ShopperView) {
  return (products: readonly Product[]) => ({
    shop: call.shop.id,
    prices: view.prices,
    answer: { vitrine_serve: recordAgentServe(deps, call, { view, products }) },
  })
}

function featured(variants: readonly Variant[]): Variant | undefined {
  return variants.find(isVariantInStock) ?? variants[0]
}

function notFound(id: string): UcpProductResponse {
  return {
    ucp: { ...ucpEnvelope(UCP_CATALOG_LOOKUP), status: 'error' },
    messages: [errorMessage('not_found', `there is no product ${id}`)],
  }
}

function withMessages(messages: UcpMessage[]): { messages?: UcpMessage[] } {
  return messages.length > 0 ? { messages } : {}
}

type Selection = readonly { name: string; label: string }[]

/** If no variant matches, selections are dropped: first those that `preferences` does not name, then its last ones. */
function chooseVariants(
  product: Product,
  wanted: Selection = [],
  preferences: readonly string[] = [],
): { selected: { name: string; label: string }[]; matching: Variant[] } {
  const names = new Set(chosenOptions(product).map(({ name }) => name))
  const rank = ({ name }: { name: string }) => preferences.indexOf(name) + 1 || preferences.length + 1
  const left = wanted.filter(({ name }) => names.has(name)).toSorted((a, b) => rank(a) - rank(b))
  while (left.length > 0 && !product.variants.some((one) => hasAll(product, one, left))) left.pop()
  const first = product.variants.find(isVariantInStock) ?? product.variants[0]
  if (wanted.length === 0 && first) {
    const own = selectionOf(product, first).filter(({ name }) => names.has(name))
    return { selected: own, matching: product.variants.filter((one) => hasAll(product, one, own)) }
  }
  const selected = wanted.filter((one) => left.includes(one)).map(({ name, label }) => ({ name, label }))
  return { selected, matching: product.variants.filter((one) => hasAll(product, one, selected)) }
}

/** Returns for each option value whether a variant has it with the other selections, and whether one can be bought. */
function availableOptions(product: Product, selected: Selection): UcpProduct['options'] {
  return chosenOptions(product).map(({ name, values }) => {
    const others = selected.filter((one) => one.name !== name)
    return {
      name,
      values: values.map((label) => {
        const having = product.variants.filter((one) => hasAll(product, one, [...others, { name, label }]))
        return { label, available: having.some(isVariantInStock), exists: having.length > 0 }
      }),
    }
  })
}

function hasAll(product: Product, variant: Variant, selection: Selection): boolean {
  const own = selectionOf(product, variant)
  return selection.every(({ name, label }) => own.some((one) => one.name === name && one.label === label))
}
