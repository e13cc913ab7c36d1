/** English is in the bundle; other languages are loaded when needed. */
import en from '../messages/en.json' with { type: 'json' }
import { shopperMarket } from './market.ts'

export type Messages = Record<keyof typeof en, string>

const LOADERS: Record<string, () => Promise<Messages>> = {
  de: () => import('../messages/de.json', { with: { type: 'json' } }).then((de) => de.default),
  fr: () => import('../messages/fr.json', { with: { type: 'json' } }).then((fr) => fr.default),
}

const loaded = new Map<string, Messages>([['en', en]])

export async function loadWords(locale: string): Promise<void> {
  const load = LOADERS[locale]
  if (load !== undefined && !loaded.has(locale)) loaded.set(locale, await load())
}

export function useWords(): Messages {
  return loaded.get(shopperMarket.use().locale) ?? en
}

export function fill(text: string, ...values: (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_all, at: string) => String(values[Number(at)] ?? ''))
}

export function productCount(words: Messages, count: number): string {
  return count === 1 ? words.oneProduct : fill(words.products, count)
}

/** A collection without a text in the theme is named by its handle. */
export function collectionTitle(words: Messages, handle: string): string {
  const known = (words as Record<string, string>)[`collection ${handle}`]
  const text = handle.replaceAll('-', ' ')
  return known ?? text.charAt(0).toUpperCase() + text.slice(1)
}
