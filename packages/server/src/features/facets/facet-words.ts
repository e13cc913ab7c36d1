/** Words of facets that no merchant writes, in the languages that search knows. `{0}` and `{1}` are bounds. */
export interface FacetWords {
  readonly inStock: string
  readonly outOfStock: string
  readonly onSale: string
  readonly regularPrice: string
  readonly others: string
  readonly from: string
  readonly upTo: string
}

/** In the order of the fields above. */
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

/** English where the language is not known. */
export function facetWords(locale: string): FacetWords {
  const language = locale.toLowerCase().split(/[-_]/, 1)[0] ?? 'en'
  const name = language === 'nb' || language === 'nn' ? 'no' : language
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  const [inStock, outOfStock, onSale, regularPrice, others, from, upTo] = row ?? rows.en!
  return { inStock, outOfStock, onSale, regularPrice, others, from, upTo }
}
