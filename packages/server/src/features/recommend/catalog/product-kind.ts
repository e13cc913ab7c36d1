/** Decides which kinds of products replace each other, who wears them, and which are services. */
import { fold, isScope, PAIRED, typeOf } from '@vitrine/engine'
import type { Product } from '../../../ports/record-store/product.ts'
import type { CatalogEntry } from './catalog-entries.ts'

const SERVICE =
  /\b(?:e-?)?gift ?(?:cards?|vouchers?|certificates?)\b|\bgutscheine?\b|\bcartes?[ -]cadeaux?\b|\btarjetas? (?:de )?regalo\b|\b(?:shipping|package|order|delivery) (?:protection|insurance)\b|\binsurance\b|\bversicherung\b|\bextended warranty\b|\bdonations?\b|\bspende\b|\bgift ?wrap(?:ping)?\b/i
const THING = /\b(?:holder|envelope|wallet|case|book|sleeve|paper|box)\b/i

/** True for gift cards, insurance and donations. */
export function isService({ title, productType }: Pick<Product, 'title' | 'productType'>): boolean {
  return SERVICE.test(productType) || (SERVICE.test(title) && !THING.test(title))
}

/** Returns a type that only states where or by whom something is used; otherwise ''. */
export function scopeOf(product: Pick<Product, 'productType'>): string {
  const type = typeOf(product)
  return isScope(type) ? type : ''
}

export type Worn = keyof typeof WITH

/** For each body part, those that go with it, best first: a belt goes with trousers, not with a scarf. */
const WITH = {
  above: ['below', 'over', 'feet', 'bag'],
  knit: ['below', 'over', 'neck', 'feet', 'head'],
  below: ['above', 'knit', 'feet', 'waist', 'over'],
  whole: ['over', 'feet', 'bag', 'neck', 'under', 'knit'],
  over: ['above', 'below', 'knit', 'neck', 'head', 'hands', 'feet', 'whole', 'bag'],
  suit: ['above', 'feet', 'waist', 'neck'],
  under: ['whole'],
  feet: ['legs', 'below', 'bag', 'whole', 'above', 'over', 'knit', 'suit'],
  legs: ['feet'],
  waist: ['below', 'suit', 'bag', 'feet'],
  neck: ['over', 'head', 'hands', 'knit', 'whole', 'suit'],
  head: ['neck', 'hands', 'over', 'knit', 'bag'],
  hands: ['neck', 'head', 'over'],
  bag: ['feet', 'over', 'waist', 'head', 'whole', 'above'],
  throat: ['ears', 'wrist', 'finger', 'pendant', 'cuff'],
  pendant: ['throat', 'ears', 'finger', 'wrist', 'cuff'],
  ears: ['throat', 'wrist', 'finger', 'pendant', 'cuff'],
  cuff: ['ears', 'throat', 'finger', 'wrist', 'pendant'],
  wrist: ['finger', 'throat', 'ears', 'pendant', 'cuff'],
  finger: ['wrist', 'ears', 'throat', 'pendant', 'cuff'],
} as const

/** Names of products by body part, in the most common languages of product types. */
const WORN: readonly (readonly [Worn, RegExp])[] = [
  [
    'feet',
    /\b(?:shoe|sneaker|boot|sandal|loafer|heel|slipper|footwear|schuh|stiefel|chaussure|botte|zapat(?:o|illa)|bota|sandalia)s?\b/,
  ],
  [
    'over',
    /\b(?:coat|jacket|blazer|parka|trench|outerwear|windbreaker|vest|gilet|mantel|jacke|manteau|veste|abrigo|chaqueta)s?\b/,
  ],
  ['under', /\b(?:lingerie|lingery|bra|brief|boxer|underwear|intimate|undergarment)s?\b/],
  ['suit', /\b(?:suit|tuxedo|anzug|traje)s?\b/],
  ['whole', /\b(?:dress|jumpsuit|romper|overall|outfit|one[- ]piece|bodysuit|kleid|robe|vestido|conjunto)(?:e?s)?\b/],
  [
    'below',
    /\b(?:pant|trouser|short|skirt|jean|denim|legging|chino|culotte|hose|rock|pantalon|jupe|pantal[oó]n|falda)(?:e?s)?\b/,
  ],
  ['knit', /\b(?:sweater|jumper|knit|knitwear|cardigan|hoodie|pullover|strickjacke|su[eé]ter)s?\b/],
  ['above', /\b(?:top|t-shirt|tee|shirt|blouse|button[- ]up|tunic|tank|hemd|bluse|chemise|camisa|camiseta|blusa)s?\b/],
  ['legs', /\b(?:sock|tights|stocking|chaussette|calcet[ií]n(?:es)?)s?\b/],
  ['waist', /\b(?:belt|g[üu]rtel|ceinture|cintur[óo]n)s?\b/],
  ['neck', /\b(?:scar(?:f|ve)|shawl|tie|schal|[ée]charpe|bufanda)s?\b/],
  ['head', /\b(?:hat|cap|beanie|m[üu]tze|chapeau|gorr[oa])s?\b/],
  ['hands', /\b(?:glove|mitten|handschuh|gant|guante)s?\b/],
  ['bag', /(?:^|['’]s |unisex )bags?$|\b(?:handbag|shoulder bag|tote|clutch|tasche|sac|bolso)s?\b/],
  ['cuff', /\bear cuffs?$/],
  ['ears', /\b(?:earrings?|ear (?:ring|hook|hoop|stud)s?|ohrringe?|boucles? d.oreilles?|pendientes?)\b/],
  ['pendant', /\bpendants?$/],
  ['throat', /\b(?:necklace|choker|halskette|collier)s?$/],
  ['wrist', /\b(?:bracelet|bangle|anklet|armb[äa]nd(?:er)?|pulsera)s?$/],
  ['finger', /\b(?:ring|anillo)s?$/],
]

/** Returns the rank of `other` among the body parts that go with `worn`: 0 is best, -1 means none. */
export function placeBeside(worn: Worn, other: Worn): number {
  return (WITH[worn] as readonly Worn[]).indexOf(other)
}

/** The kind decides whether a product is worn at all: a rocking chair is not, although "Rock" is German for skirt. */
export function wornAs({ kind, noun }: Pick<CatalogEntry, 'kind' | 'noun'>, title: string): Worn | undefined {
  const worn = wornWhere(kind)
  if (worn === 'bag' && FOR_CONTENT.test(title)) return undefined
  return worn && CLOTHES.has(worn) ? (wornWhere(noun) ?? worn) : worn
}

/** Body parts for which the title's noun decides. Clothes are often filed wrongly, while a "High Top" is a shoe. */
const CLOTHES: ReadonlySet<Worn> = new Set(['above', 'knit', 'below', 'whole', 'over', 'suit', 'under'])

/** Backpacks and bags for lunch, diapers or laptops are chosen for what they carry. */
const FOR_CONTENT =
  /\b(?:backpack|rucksack|lunch|diaper|sleeping|gift|garbage|trash|laundry|laptop|tablet|ipad|phone)\b/i

export function wornWhere(kind: string): Worn | undefined {
  const named = (name: string) => WORN.find(([, words]) => words.test(name))?.[0]
  const places = kind.split(PAIRED).flatMap((part) => named(part.replace(/^.* (?!bags?$)/, '')) ?? named(part) ?? [])
  return places.every((place) => place === places[0]) ? places[0] : 'whole'
}

type Thing = Pick<CatalogEntry, 'kind' | 'noun' | 'worn'>

/** True if a shopper needs only one of the two: they are substitutes, or one is a set with the other. */
export function replaces(one: Thing, other: Thing): boolean {
  const isIn = (thing: Thing, set: Thing) =>
    set.kind.split(PAIRED).some((part) => thing.kind.split(PAIRED).some((two) => isSameThing(part, two)))
  return isSubstitute(one, other) || (!(one.worn && other.worn) && isIn(one, other))
}

/** True if a shopper would compare the two. A slip dress sold as underwear is a dress. */
export function isSubstitute(one: Thing, other: Thing): boolean {
  if (one.worn && other.worn) return one.worn === other.worn
  return isSameThing(one.kind, other.kind) || isSameThing(one.kind, other.noun) || isSameThing(one.noun, other.kind)
}

/** True for "jersey" and "jersey set", or "tops" and "women's tops". Two products sold together are another kind. */
export function isSameThing(kind: string, other: string): boolean {
  if (kind.includes(PAIRED) || other.includes(PAIRED)) return kind === other
  const thing = thingIn(kind)
  return thing !== '' && thing === thingIn(other)
}

/** Returns the last word: "tops" for "women's tops". */
export function thingIn(kind: string): string {
  const single = kind.replace(/ (?:set|kit|pack|bundle)$/, '')
  return single.slice(single.lastIndexOf(' ') + 1)
}

/** Returns undefined if type, tags and title state no wearer, or both. */
export function wearerOf({
  productType,
  tags,
  title,
}: Pick<Product, 'productType' | 'tags' | 'title'>): 'women' | 'men' | undefined {
  const text = [productType, title, ...tags].join(' ').toLowerCase()
  const women = /\b(?:women|womens|woman|female|ladies|girls?|damen|femme|mujer|niñas?)\b/.test(text)
  const men = /\b(?:men|mens|man|male|boys?|herren|homme|hombre|niños?)\b/.test(text)
  return women === men ? undefined : women ? 'women' : 'men'
}

const FOR_CHILDREN =
  /(?<!\p{L})(?:kids?|child(?:ren)?|bab(?:y|ies)(?! (?:blue|pink|doll))|toddlers?|infants?|newborns?|youth|girls?|boys?|kinder|enfants?|bebes?|nin[oa]s?|infantil)(?!\p{L})/u

/** A girl's dress is no alternative to a woman's. */
export function isForChildren({ productType, tags, title }: Pick<Product, 'productType' | 'tags' | 'title'>): boolean {
  return FOR_CHILDREN.test(fold([productType, title, ...tags].join(' ')))
}

/** "GP" means gold-plated, "GF" gold-filled. */
const PLATED =
  /(?<!\p{L})(?:gold[- ](?:plate[d]?|filled|vermeil)|vermeil|gp|gf|vergoldet\w*|plaque or|(?:banado|chapado) en oro)(?!\p{L})/u
const GOLD = /(?<!\p{L})(?:gold|golden|gilded|dore|dorad[oa]s?|oro|goldenen?)(?!\p{L})/u
const SILVER = /(?<!\p{L})(?:silver|sterling|platinum|silber|argente?|platead[oa]s?|plata)(?!\p{L})/u

/** Returns undefined if the product states none or both. */
export function preciousMetalOf({
  productType,
  title,
  tags,
  options,
}: Pick<Product, 'productType' | 'title' | 'tags' | 'options'>): 'gold' | 'silver' | undefined {
  const metals = tags.filter((tag) => /^\p{L}+$/u.test(tag))
  const text = fold([productType, title, ...metals, ...options.flatMap(({ values }) => values)].join(' '))
  if (PLATED.test(text)) return 'gold'
  const isGold = GOLD.test(text)
  return isGold === SILVER.test(text) ? undefined : isGold ? 'gold' : 'silver'
}
