/** Grade 3 means that a product meets the whole query, grade 1 that it is the right kind of product. */
export interface JudgedQuery {
  readonly query: string
  readonly type: RegExp
  /** Must match title, options, tags or vendor. */
  readonly has?: RegExp
  /** Maximum price of the cheapest variant. */
  readonly under?: number
}

export const JUDGED_QUERIES: readonly JudgedQuery[] = [
  { query: 'sofa', type: /^Sofas/ },
  { query: 'leather sofa', type: /^Sofas/, has: /leather/i },
  { query: 'corner sofa', type: /^Sofas/, has: /corner/i },
  { query: 'velvet armchair', type: /^Armchairs/, has: /velvet/i },
  { query: 'wingback chair', type: /^Armchairs/, has: /wingback/i },
  { query: 'round coffee table', type: /^Coffee Tables/, has: /round/i },
  { query: 'table lamp', type: /^Lamps/, has: /table lamp/i },
  { query: 'brass lamp', type: /^Lamps/, has: /brass/i },
  { query: 'floor lamps', type: /^Lamps/, has: /floor/i },
  { query: 'jute rug', type: /^Rugs/, has: /jute/i },
  { query: 'striped rug', type: /^Rugs/, has: /striped/i },
  { query: 'scented candle', type: /^Candles/, has: /scented/i },
  { query: 'stoneware vase', type: /^Vases/, has: /stoneware/i },
  { query: 'wall clock', type: /^Wall Clocks/ },
  { query: 'lumbar cushion', type: /^Cushions/, has: /lumbar/i },
  { query: 'plant pot', type: /^Planters/, has: /plant pot/i },
  { query: 'terracotta planter', type: /^Planters/, has: /terracotta/i },
  { query: 'espresso cup', type: /^Mugs/, has: /espresso/i },
  { query: 'porcelain mug', type: /^Mugs/, has: /porcelain/i },
  { query: 'gooseneck kettle', type: /^Kettles/, has: /gooseneck/i },
  { query: 'frying pan', type: /^Cookware/, has: /frying/i },
  { query: 'stainless steel saucepan', type: /^Cookware/, has: /stainless steel.*saucepan/i },
  { query: 'glass water bottle', type: /^Water Bottles/, has: /glass/i },
  { query: 'duvet set', type: /^Bedding/, has: /duvet/i },
  { query: 'bath towels', type: /^Towels/, has: /bath/i },
  { query: 'hammam towel', type: /^Towels/, has: /hammam/i },
  { query: 'wrap dress', type: /^Dresses/, has: /wrap/i },
  { query: 'midi dresses', type: /^Dresses/, has: /midi/i },
  { query: 'rain jacket', type: /^Jackets/, has: /rain/i },
  { query: 'wool coat', type: /^Jackets/, has: /wool coat/i },
  { query: 'merino sweater', type: /^Sweaters/, has: /merino/i },
  { query: 'cardigan', type: /^Sweaters/, has: /cardigan/i },
  { query: 'denim shirt', type: /^Shirts/, has: /denim/i },
  { query: 't-shirt', type: /^T-Shirts/ },
  { query: 'long sleeve tee', type: /^T-Shirts/, has: /long-sleeve/i },
  { query: 'wide leg trousers', type: /^Trousers/, has: /wide-leg/i },
  { query: 'jeans', type: /^Trousers/, has: /jeans/i },
  { query: 'running shoes', type: /^Sneakers/, has: /running/i },
  { query: 'high top sneakers', type: /^Sneakers/, has: /high-top/i },
  { query: 'leather backpack', type: /^Backpacks/, has: /leather/i },
  { query: 'polarized sunglasses', type: /^Sunglasses/, has: /polarized/i },
  { query: 'automatic watch', type: /^Watches/, has: /automatic/i },
  { query: 'sofa under 800', type: /^Sofas/, under: 800 },
  { query: 'lamp under 100', type: /^Lamps/, under: 100 },
  { query: 'snekaers', type: /^Sneakers/ },
  { query: 'sunglases', type: /^Sunglasses/ },
  { query: 'backpak', type: /^Backpacks/ },
  { query: 'velvet cusion', type: /^Cushions/, has: /velvet/i },
]
