import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { completeMapping, type Mapping } from '../mapping/mapping.ts'

/** The most specific presets come first, because the first one that matches a source is chosen. */
const IN_ORDER_OF_DETECTION = [
  'shopify-graphql',
  'shopify-bulk',
  'medusa',
  'vendure',
  'woocommerce-rest',
  'shopify-rest',
  'medusa-csv',
  'vendure-csv',
  'magento',
  'bigcommerce',
  'prestashop',
  'woocommerce-csv',
  'google-xml',
  'google-tsv',
  'shopify-csv',
  'search-engine',
  'plain',
] as const

const EXTENDED = ['shopify-rest', 'shopify-graphql', 'google-xml', 'plain']

let loaded: ReadonlyMap<string, Mapping> | undefined

/** Returns the presets by name, in the order in which detection tries them. */
export function presets(): ReadonlyMap<string, Mapping> {
  loaded ??= load()
  return loaded
}

function load(): ReadonlyMap<string, Mapping> {
  const found = new Map<string, Mapping>()
  for (const name of [...EXTENDED, ...IN_ORDER_OF_DETECTION]) {
    if (found.has(name)) continue
    const text = readFileSync(new URL(`./${name}.yaml`, import.meta.url), 'utf8')
    found.set(name, completeMapping(parse(text), found))
  }
  return new Map(IN_ORDER_OF_DETECTION.map((name) => [name, found.get(name)!]))
}
