/** Generates untidy catalogs in several languages, with missing types, composite options and duplicate titles. */
import { pick, seededRandom } from '../../../packages/server/src/features/search-health/laws/seeded-random.ts'

interface Words {
  kinds: readonly string[]
  colors: readonly string[]
  materials: readonly string[]
  sizes: readonly string[]
  /** Names of the options for color and size. */
  options: readonly [string, string]
  title(parts: TitleParts): string
  sentences: readonly string[]
}

interface TitleParts {
  line: string
  color: string
  material: string
  kind: string
}

const LINES = ['Alba', 'Brisa', 'Cedro', 'Dorsa', 'Elmo', 'Fjord', 'Gala', 'Hilo', 'Isla', 'Juno', 'Kelo', 'Lumo']

const WORDS = {
  en: {
    kinds: ['Planter', 'Saucer', 'Chair', 'T-Shirt', 'Backpack', 'Hair Spray', 'Glasses', 'Candle'],
    colors: ['White', 'Green', 'Navy Blue', 'Terracotta'],
    materials: ['Wicker', 'Cotton', 'Ceramic', 'Leather'],
    sizes: ['Small | 140 mm x 120 mm', 'Medium | 200 mm x 180 mm', 'Large | 280 mm x 250 mm'],
    options: ['Color', 'Size'],
    title: ({ line, color, material, kind }) => `${line} ${color} ${material} ${kind}`,
    sentences: [
      'Waterproof and easy to clean.',
      'Handmade in small batches.',
      'A favourite for balconies and terraces.',
    ],
  },
  de: {
    kinds: ['Blumentopf', 'Untersetzer', 'Stuhl', 'Rucksack', 'Kerze', 'Tischdecke', 'Jacke'],
    colors: ['Weiß', 'Grün', 'Dunkelblau', 'Terrakotta'],
    materials: ['Rattan', 'Baumwolle', 'Keramik', 'Leder'],
    sizes: ['Klein | 140 mm x 120 mm', 'Mittel | 200 mm x 180 mm', 'Groß | 280 mm x 250 mm'],
    options: ['Farbe', 'Größe'],
    title: ({ line, color, material, kind }) => `${kind} ${line} aus ${material}, ${color}`,
    sentences: ['Wetterfest und pflegeleicht.', 'Von Hand gefertigt.', 'Schön auf Balkon und Terrasse.'],
  },
  fr: {
    kinds: ['Pot de fleurs', 'Soucoupe', 'Chaise', 'Sac à dos', 'Bougie', 'Nappe', 'Veste'],
    colors: ['Blanc', 'Vert', 'Bleu marine', 'Terre cuite'],
    materials: ['Rotin', 'Coton', 'Céramique', 'Cuir'],
    sizes: ['Petit | 140 mm x 120 mm', 'Moyen | 200 mm x 180 mm', 'Grand | 280 mm x 250 mm'],
    options: ['Couleur', 'Taille'],
    title: ({ line, color, material, kind }) => `${kind} ${line} en ${material} ${color}`,
    sentences: ['Imperméable et facile à nettoyer.', 'Fabriqué à la main.', 'Idéal pour balcons et terrasses.'],
  },
  es: {
    kinds: ['Maceta', 'Platillo', 'Silla', 'Mochila', 'Vela', 'Mantel', 'Chaqueta'],
    colors: ['Blanco', 'Verde', 'Azul marino', 'Terracota'],
    materials: ['Mimbre', 'Algodón', 'Cerámica', 'Cuero'],
    sizes: ['Pequeño | 140 mm x 120 mm', 'Mediano | 200 mm x 180 mm', 'Grande | 280 mm x 250 mm'],
    options: ['Color', 'Talla'],
    title: ({ line, color, material, kind }) => `${kind} ${line} de ${material} ${color}`,
    sentences: ['Impermeable y fácil de limpiar.', 'Hecho a mano.', 'Perfecto para balcones y terrazas.'],
  },
  ja: {
    kinds: ['植木鉢', '受け皿', '椅子', 'リュック', 'キャンドル', 'ジャケット'],
    colors: ['白', '緑', '紺', '茶色'],
    materials: ['籐', '綿', '陶器', '革'],
    sizes: ['小 | 140 mm x 120 mm', '中 | 200 mm x 180 mm', '大 | 280 mm x 250 mm'],
    options: ['カラー', 'サイズ'],
    title: ({ line, color, material, kind }) => `${line} ${color}の${material}の${kind}`,
    sentences: ['防水で手入れが簡単です。', '手作りの品です。', 'ベランダに最適です。'],
  },
} as const satisfies Record<string, Words>

export type DirtyLanguage = keyof typeof WORDS
export const DIRTY_LANGUAGES = Object.keys(WORDS) as DirtyLanguage[]

export function dirtyCatalog(language: DirtyLanguage, count: number, seed = 1): object[] {
  const random = seededRandom(seed)
  const words: Words = WORDS[language]
  return Array.from({ length: count }, (_, place) => dirtyProduct(place + 1, words, random))
}

function dirtyProduct(id: number, words: Words, random: () => number): object {
  const from = (values: readonly string[]) => pick(values, random)!
  const [line, color, material, kind] = [LINES, words.colors, words.materials, words.kinds].map(from) as [
    string,
    string,
    string,
    string,
  ]
  const sizes = words.sizes.slice(0, 1 + Math.floor(random() * words.sizes.length))
  const price = id % 17 === 0 ? 0 : 5 + Math.floor(random() * 200)
  return {
    id,
    title: words.title({ line, color, material, kind }),
    handle: `product-${id}`,
    body_html: `<p>${from(words.sentences)} ${from(words.sentences)}</p>`,
    // Every third product has no type, and some vendors are placeholders.
    product_type: id % 3 === 0 ? '' : kind,
    vendor: id % 11 === 0 ? 'n/a' : `${from(LINES)} Studio`,
    tags: `${material}, sale, new-${id % 4}`,
    status: 'active',
    published_at: '2026-01-01T00:00:00Z',
    options: [
      { name: words.options[0], values: [color] },
      { name: words.options[1], values: sizes },
    ],
    variants: sizes.map((size, i) => ({
      id: id * 100 + i,
      sku: `${line.slice(0, 3).toUpperCase()}-${id}-${i}`,
      price: String(price + 10 * i),
      option1: color,
      option2: size,
      // Some products do not track stock, and some are sold out.
      ...(id % 5 === 0 ? {} : { inventory_management: 'shopify', inventory_quantity: id % 7 === 0 ? 0 : 3 }),
    })),
    metafields: [
      { namespace: 'custom', key: 'materials', value: `${material}\n${from(words.materials)}` },
      { namespace: 'custom', key: 'colors', value: words.colors.slice(0, 2).join(', ') },
    ],
  }
}
