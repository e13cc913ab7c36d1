/** Products are generated as they are read, so that memory does not limit their number. */

const KINDS = ['Shirt', 'Dress', 'Jacket', 'Scarf', 'Boot', 'Lamp', 'Chair', 'Mug', 'Bag', 'Ring']
const WORDS =
  'linen cotton wool light warm soft long short slim classic modern hand made summer winter city travel gift'.split(' ')
const COLORS = ['Black', 'White', 'Red', 'Blue', 'Green', 'Sand']
const SIZES = ['XS', 'S', 'M', 'L', 'XL']

type Random = () => number

function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!

/** Returns a product in Admin REST format. It has about 2.5 kB of JSON, like those of real exports. */
export function generateProduct(id: number) {
  const random = seeded(id)
  const words = (count: number) => Array.from({ length: count }, () => pick(WORDS, random)).join(' ')
  const kind = pick(KINDS, random)
  const sizes = SIZES.slice(0, 1 + Math.floor(random() * SIZES.length))
  const color = pick(COLORS, random)
  return {
    id,
    title: `${words(3)} ${kind}`,
    handle: `${kind.toLowerCase()}-${id}`,
    body_html: `<p>${words(60)}</p><ul><li>${words(12)}</li><li>${words(12)}</li></ul>`,
    vendor: `Vendor ${Math.floor(random() * 200)}`,
    product_type: kind,
    tags: words(5).replaceAll(' ', ', '),
    status: 'active',
    created_at: new Date(1_700_000_000_000 + id * 60_000).toISOString(),
    published_at: new Date(1_700_000_000_000 + id * 60_000).toISOString(),
    options: [{ name: 'Size' }, { name: 'Color' }],
    variants: sizes.map((size, place) => ({
      id: id * 10 + place,
      sku: `${kind.slice(0, 2).toUpperCase()}-${id}-${size}`,
      price: (10 + Math.floor(random() * 20_000) / 100).toFixed(2),
      option1: size,
      option2: color,
      inventory_quantity: Math.floor(random() * 20),
      inventory_policy: 'deny',
    })),
    images: [1, 2].map((place) => ({
      id: id * 10 + place,
      src: `https://cdn.example.com/files/${kind.toLowerCase()}-${id}-${place}.jpg?v=1`,
      alt: `${kind} ${place}`,
      width: 1000,
      height: 1200,
    })),
  }
}

export async function* ndjson(count: number, first = 1): AsyncGenerator<Buffer> {
  yield* inChunks(count, first, (product) => `${JSON.stringify(product)}\n`)
}

/** Yields the same products as a Google Merchant feed, with an item per variant and a group per product. */
export async function* googleFeed(count: number): AsyncGenerator<Buffer> {
  yield Buffer.from('<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n')
  yield* inChunks(count, 1, (product) => product.variants.map((variant) => feedItem(product, variant)).join(''))
  yield Buffer.from('</channel></rss>\n')
}

type Made = ReturnType<typeof generateProduct>

function feedItem({ id, title, body_html, vendor, product_type, images }: Made, variant: Made['variants'][number]) {
  return `<item><g:id>${variant.sku}</g:id><g:item_group_id>${id}</g:item_group_id><title>${title}</title>
<description><![CDATA[${body_html}]]></description><link>https://shop.example.com/p/${id}</link>
<g:image_link>${images[0]?.src}</g:image_link><g:additional_image_link>${images[1]?.src}</g:additional_image_link>
<g:brand>${vendor}</g:brand><g:product_type>${product_type}</g:product_type><g:price>${variant.price} USD</g:price>
<g:availability>in stock</g:availability><g:size>${variant.option1}</g:size><g:color>${variant.option2}</g:color></item>\n`
}

async function* inChunks(count: number, first: number, text: (product: Made) => string): AsyncGenerator<Buffer> {
  const PER_CHUNK = 50
  for (let id = first; id <= count; id += PER_CHUNK) {
    const last = Math.min(count, id + PER_CHUNK - 1)
    let chunk = ''
    for (let one = id; one <= last; one++) chunk += text(generateProduct(one))
    yield Buffer.from(chunk)
  }
}
