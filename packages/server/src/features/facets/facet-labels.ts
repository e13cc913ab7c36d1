import type { FilterConfig, ShopConfig } from '@vitrine/contract'
import { type FacetBucket, IN_STOCK, OTHERS, OUT_OF_STOCK } from '@vitrine/engine'
import { findCollection } from '../platform/collection-names.ts'
import { localizedText, localizedTexts } from '../platform/localized.ts'
import { authoredRanges } from './authored-ranges.ts'
import { numberFormat } from './number-format.ts'

export interface LabelContext {
  config: ShopConfig
  locale: string
  currency: string
}

type LabelledBucket = Pick<FacetBucket, 'value' | 'range'>

export function bucketLabel(filter: FilterConfig, bucket: LabelledBucket, context: LabelContext): string {
  return bucketLabels(filter, context)(bucket)
}

export function bucketLabels(filter: FilterConfig, context: LabelContext): (bucket: LabelledBucket) => string {
  const written = localizedTexts(filter.translations, context.locale)
  const format = boundFormat(filter, context)
  return ({ value, range }) => {
    const authored = range
      ? authoredRanges(filter).find((one) => one.value === value)?.authored
      : filter.values?.find((one) => one.value === value)
    const label = written(value) ?? (authored && written(authored.value)) ?? authored?.label
    if (label) return label
    if (range) return rangeLabel(range, format, context.locale)
    return knownLabel(filter, value, context) ?? value
  }
}

export function filterTitle(filter: FilterConfig, locale: string): string {
  return localizedText(filter.translations, locale, 'title') ?? filter.title
}

function knownLabel(filter: FilterConfig, value: string, { config, locale }: LabelContext): string | undefined {
  const words = facetWords(locale)
  if (value === OTHERS) return words.others
  if (filter.attribute_type === 'availability') return availabilityLabel(value, words)
  if (filter.attribute_type === 'discount') return discountLabel(value, words)
  if (filter.attribute_type === 'metafield' || filter.attribute_type === 'option') return readable(value)
  if (filter.attribute_type !== 'collection') return undefined
  const collection = findCollection(config, value)
  return collection && (localizedText(collection.translations, locale, 'title') ?? collection.title)
}

function availabilityLabel(value: string, { inStock, outOfStock }: FacetWords): string | undefined {
  if (value === IN_STOCK) return inStock
  return value === OUT_OF_STOCK ? outOfStock : undefined
}

function discountLabel(value: string, { onSale, regularPrice }: FacetWords): string | undefined {
  if (value === 'true') return onSale
  return value === 'false' ? regularPrice : undefined
}

/** The platform exports some values as handles: `12-18-months` becomes "12-18 months". */
function readable(value: string): string | undefined {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(value) || !/[a-z]{2}/.test(value)) return undefined
  const words = value.replace(/-(?!\d)|(?<=[a-z])-/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Range = { from: number; to: number }

function rangeLabel({ from, to }: Range, format: (bound: number) => string, locale: string): string {
  const words = facetWords(locale)
  if (to === Number.POSITIVE_INFINITY) return words.from.replace('{0}', () => format(from))
  if (from === Number.NEGATIVE_INFINITY) return words.upTo.replace('{1}', () => format(to))
  return `${format(from)} – ${format(to)}`
}

/** Formats prices as money in the shopper's currency, and other numbers with the merchant's unit. */
function boundFormat(filter: FilterConfig, { locale, currency }: LabelContext): (bound: number) => string {
  if (filter.attribute_type === 'price') {
    const money = numberFormat(locale, currency)
    return (bound) => money.format(bound)
  }
  const numbers = numberFormat(locale)
  const unit = filter.suffix ?? filter.unit ?? ''
  return (bound) => `${numbers.format(bound)}${unit}`
}

/** Texts in the languages that search supports. `{0}` and `{1}` are the bounds of a range. */
interface FacetWords {
  readonly inStock: string
  readonly outOfStock: string
  readonly onSale: string
  readonly regularPrice: string
  readonly others: string
  readonly from: string
  readonly upTo: string
}

/** Each row has the fields of `FacetWords` in order. */
const rows: Record<string, readonly [string, string, string, string, string, string, string]> = {
  en: ['In stock', 'Out of stock', 'On sale', 'Regular price', 'Others', '{0} & up', 'up to {1}'],
  de: ['Auf Lager', 'Nicht auf Lager', 'Reduziert', 'Normalpreis', 'Andere', 'ab {0}', 'bis {1}'],
  fr: ['En stock', 'En rupture de stock', 'En promotion', 'Prix normal', 'Autres', '{0} et plus', "jusqu'à {1}"],
  es: ['En stock', 'Agotado', 'En oferta', 'Precio normal', 'Otros', '{0} o más', 'hasta {1}'],
  it: ['Disponibile', 'Esaurito', 'In offerta', 'Prezzo normale', 'Altri', 'da {0} in su', 'fino a {1}'],
  nl: ['Op voorraad', 'Niet op voorraad', 'Afgeprijsd', 'Normale prijs', 'Overige', 'vanaf {0}', 'tot {1}'],
  pt: ['Em estoque', 'Esgotado', 'Em promoção', 'Preço normal', 'Outros', '{0} ou mais', 'até {1}'],
  sv: ['I lager', 'Slut i lager', 'Nedsatt', 'Ordinarie pris', 'Övriga', '{0} och uppåt', 'upp till {1}'],
  no: ['På lager', 'Ikke på lager', 'På salg', 'Ordinær pris', 'Andre', '{0} og oppover', 'opptil {1}'],
  da: ['På lager', 'Ikke på lager', 'På tilbud', 'Normalpris', 'Andre', '{0} og opefter', 'op til {1}'],
  fi: ['Varastossa', 'Loppu varastosta', 'Alennuksessa', 'Normaalihinta', 'Muut', '{0} tai enemmän', 'enintään {1}'],
  ja: ['在庫あり', '在庫切れ', 'セール', '通常価格', 'その他', '{0}以上', '{1}以下'],
  zh: ['有货', '缺货', '促销', '原价', '其他', '{0}以上', '{1}以下'],
  ko: ['재고 있음', '품절', '할인', '정상가', '기타', '{0} 이상', '{1} 이하'],
  th: ['มีสินค้า', 'สินค้าหมด', 'ลดราคา', 'ราคาปกติ', 'อื่นๆ', '{0} ขึ้นไป', 'ไม่เกิน {1}'],
}

export function facetWords(locale: string): FacetWords {
  const language = locale.toLowerCase().split(/[-_]/, 1)[0] ?? 'en'
  const name = language === 'nb' || language === 'nn' ? 'no' : language
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  const [inStock, outOfStock, onSale, regularPrice, others, from, upTo] = row ?? rows.en!
  return { inStock, outOfStock, onSale, regularPrice, others, from, upTo }
}
