/** Answers what recommendations need to know about kinds of things: which replace each other, for whom they are, and what is no thing at all. */
import { fold, isScope, PAIRED, typeOf } from '@vitrine/engine'
import type { Product } from '../../../ports/record-store/product.ts'

const SERVICE =
  /\b(?:e-?)?gift ?(?:cards?|vouchers?|certificates?)\b|\bgutscheine?\b|\bcartes?[ -]cadeaux?\b|\btarjetas? (?:de )?regalo\b|\b(?:shipping|package|order|delivery) (?:protection|insurance)\b|\binsurance\b|\bversicherung\b|\bextended warranty\b|\bdonations?\b|\bspende\b|\bgift ?wrap(?:ping)?\b/i
const THING = /\b(?:holder|envelope|wallet|case|book|sleeve|paper|box)\b/i

/** True for gift cards, insurance and donations, which are sold besides the shop's actual products. */
export function isService({ title, productType }: Pick<Product, 'title' | 'productType'>): boolean {
  return SERVICE.test(productType) || (SERVICE.test(title) && !THING.test(title))
}

/** The type, if it only states where or by whom something is used. */
export function scopeOf(product: Pick<Product, 'productType'>): string {
  const type = typeOf(product)
  return isScope(type) ? type : ''
}

type Worn = 'above' | 'knit' | 'below' | 'whole' | 'over' | 'feet' | 'suit'

/** Parts of the body where kinds of clothes are worn, in the most common languages of product types. */
const WORN: readonly (readonly [Worn, RegExp])[] = [
  ['feet', /\b(?:shoe|sneaker|boot|sandal|loafer|heel|slipper|schuh|stiefel|chaussure|botte|zapato|bota)s?\b/],
  [
    'over',
    /\b(?:coat|jacket|blazer|parka|trench|outerwear|windbreaker|mantel|jacke|manteau|veste|abrigo|chaqueta)s?\b/,
  ],
  ['suit', /\b(?:suit|tuxedo|anzug|traje)s?\b/],
  ['whole', /\b(?:dress|jumpsuit|romper|overall|outfit|one-piece|kleid|robe|vestido)(?:e?s)?\b/],
  [
    'below',
    /\b(?:pant|trouser|short|skirt|jean|denim|legging|chino|culotte|hose|rock|pantalon|jupe|pantal[oó]n|falda)(?:e?s)?\b/,
  ],
  ['knit', /\b(?:sweater|jumper|knit|knitwear|cardigan|hoodie|pullover|strickjacke|su[eé]ter)s?\b/],
  ['above', /\b(?:top|t-shirt|tee|shirt|blouse|button[- ]up|tunic|tank|hemd|bluse|chemise|camisa|camiseta|blusa)s?\b/],
]

/** True if nobody takes both: substitutes, clothes worn instead of each other, or a set that has one of them in it. */
export function replaces(kind: string, other: string): boolean {
  return kind.split(PAIRED).some((one) => other.split(PAIRED).some((two) => isEither(one, two)))
}

function isEither(kind: string, other: string): boolean {
  const [one, two] = [wornWhere(kind), wornWhere(other)]
  if (ON_EARS.test(kind) && ON_EARS.test(other)) return true
  return isSubstitute(kind, other) || INSTEAD.has(`${one} ${two}`) || INSTEAD.has(`${two} ${one}`)
}

/** One pair is worn at a time, however it is fastened; a cuff is added to it. */
const ON_EARS = /\b(?:earrings?|ear (?:hook|hoop|stud)s?|ohrringe?|boucles? d.oreilles?|pendientes?)\b/

/** For example, a dress is worn instead of a skirt and a blouse. */
const INSTEAD: ReadonlySet<string> = new Set([
  'whole below',
  'whole above',
  'knit above',
  'suit over',
  'suit below',
  'suit whole',
])

/** A bag for a diaper or for lunch is not chosen to go with a dress. */
const CARRIED =
  /(?:^|['’]s )bags?$|\b(?:handbag|shoulder bag|tote|clutch|belt|scar(?:f|ve)|hat|cap|beanie|glove|sock|tie|tasche|g[üu]rtel|schal|m[üu]tze|sac|ceinture|[ée]charpe|chapeau|bolso|cintur[óo]n|bufanda|gorr[oa])s?\b/
const JEWELRY =
  /\b(?:(?:ear|nose|toe)? ?rings?|earrings?|ear (?:cuff|hook|hoop|stud)s?|necklaces?|chokers?|pendants?|bracelets?|bangles?|anklets?|brooch(?:es)?|halsketten?|ohrringe?|armb[äa]nd(?:er)?|colliers?|boucles?|collar(?:es)?|pendientes?|pulseras?|anillos?)\b/

/** True for clothes and what is carried with them, or jewelry, that people wear together, whatever a shop says of them. */
export function areWornTogether(kind: string, other: string): boolean {
  const isDressed = (one: string) => wornWhere(one) !== undefined || CARRIED.test(one)
  const isAdorned = (one: string) => JEWELRY.test(one)
  return (isDressed(kind) && isDressed(other)) || (isAdorned(kind) && isAdorned(other))
}

/** True if a shopper would compare the two: the same kind of thing, or clothes worn on the same part of the body. */
export function isSubstitute(kind: string, other: string): boolean {
  const worn = wornWhere(kind)
  return isSameThing(kind, other) || (worn !== undefined && worn === wornWhere(other))
}

/** "Jersey" and "Jersey set", or "tops" and "women's tops", are the same kind of thing; two things sold together are a thing of their own. */
export function isSameThing(kind: string, other: string): boolean {
  if (kind.includes(PAIRED) || other.includes(PAIRED)) return kind === other
  const thing = thingIn(kind)
  return thing !== '' && thing === thingIn(other)
}

/** The last word of a kind, which says what it is: the tops in "women's tops". */
export function thingIn(kind: string): string {
  const single = kind.replace(/ (?:set|kit|pack|bundle)$/, '')
  return single.slice(single.lastIndexOf(' ') + 1)
}

function wornWhere(kind: string): Worn | undefined {
  const named = (name: string) => WORN.find(([, words]) => words.test(name))?.[0]
  const places = kind.split(PAIRED).flatMap((part) => named(thingIn(part)) ?? named(part) ?? [])
  return places.every((place) => place === places[0]) ? places[0] : 'whole'
}

/** Whom a product is for, if its type, tags or title state exactly one; products for women do not go with products for men. */
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

/** True if the type, tags or title state that a child uses it; a girl's dress is no alternative to a woman's. */
export function isForChildren({ productType, tags, title }: Pick<Product, 'productType' | 'tags' | 'title'>): boolean {
  return FOR_CHILDREN.test(fold([productType, title, ...tags].join(' ')))
}

/** "GP" and "GF" are the trade's marks for gold-plated and gold-filled. */
const PLATED =
  /(?<!\p{L})(?:gold[- ](?:plate[d]?|filled|vermeil)|vermeil|gp|gf|vergoldet\w*|plaque or|(?:banado|chapado) en oro)(?!\p{L})/u
const GOLD = /(?<!\p{L})(?:gold|golden|gilded|dore|dorad[oa]s?|oro|goldenen?)(?!\p{L})/u
const SILVER = /(?<!\p{L})(?:silver|sterling|platinum|silber|argente?|platead[oa]s?|plata)(?!\p{L})/u

/** The precious metal that a product shows, if its type, title, options or one-word tags state exactly one; nobody wears gold to match silver. */
export function toneOf({
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
