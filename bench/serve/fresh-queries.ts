/** Makes different queries for a home and fashion shop, so that none is cached. */
import { seededRandom } from '../search/seeded-random.ts'

const WORDS = {
  thing:
    'sofa,armchair,coffee table,desk lamp,floor lamp,bookcase,bath towel,coffee mug,throw pillow,wool jumper,linen shirt,summer dress,running shoes,leather bag,jeans,rain jacket,scarf,vase,rug,bed frame,desk,dining chair,bowl,candle,mirror,curtains,blanket,backpack,sneakers,cardigan,skirt,pendant light,side table,wall clock,serving tray,hand soap,dinner plate,stool,planter,laptop stand',
  material:
    'oak,wool,linen,cotton,leather,velvet,steel,glass,ceramic,bamboo,rattan,marble,silk,denim,walnut,brass,recycled,organic',
  style:
    'modern,rustic,cheap,small,large,comfortable,minimalist,vintage,foldable,waterproof,lightweight,handmade,outdoor,warm,round,tall,soft,cosy,elegant,sturdy',
  place:
    'living room,small apartment,home office,kids room,bathroom,kitchen,balcony,guest room,hallway,garden,travel,work,winter,summer,hiking,the gym,a wedding,my dad,a gift',
  color: 'red,blue,green,black,white,grey,brown,beige,pink,yellow,navy,teal',
  price: '20,40,50,75,100,150,200,300,500',
} as const

type Kind = keyof typeof WORDS

/** Patterns of queries. Frequent patterns are repeated. */
const PATTERNS = [
  'style thing',
  'material thing',
  'thing for place',
  'style material thing',
  'style thing for place',
  'color style thing for place',
  'material thing for place under price',
  'style color thing',
]

/** Queries differ in more than colors and prices, which become filters and do not affect the vector. */
export function freshQueries(count: number): string[] {
  const random = seededRandom(20)
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
  const words = Object.fromEntries(Object.entries(WORDS).map(([kind, list]) => [kind, list.split(',')]))
  const seen = new Set<string>()
  const queries: string[] = []
  while (queries.length < count) {
    const parts = pick(PATTERNS)
      .split(' ')
      .map((part) => ({ part, text: pick(words[part as Kind] ?? [part]) }))
    const rest = parts
      .filter(({ part }) => part !== 'color' && part !== 'price')
      .map(({ text }) => text)
      .join(' ')
    if (!seen.has(rest)) queries.push(parts.map(({ text }) => text).join(' '))
    seen.add(rest)
  }
  return queries
}
