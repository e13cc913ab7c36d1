/**
 * `node models/visual/train/demo-drawings.ts <folder>`: drawings of the demo shop for `learn_drawings.py --more`. Only every second form of each kind,
 * from the front and in a room: the other forms are never trained on, so that they can be asked.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { createCatalog, createPictureBook } from '../../../apps/demo/src/index.ts'
import { DemoPictures } from '../../../packages/server/src/demo/demo-pictures.ts'
import { DEMO_SEED } from '../../../packages/server/src/features/shops/demo-identity.ts'

/** The type of the training pictures that a kind or form is, where they have it. */
const TYPES: Readonly<Record<string, string>> = {
  tshirt: 'fashion:Tshirts',
  shirt: 'fashion:Shirts',
  sweater: 'fashion:Sweaters',
  dress: 'fashion:Dresses',
  trousers: 'fashion:Trousers',
  'trousers jeans': 'fashion:Jeans',
  'trousers shorts': 'fashion:Shorts',
  jacket: 'fashion:Jackets',
  sneaker: 'fashion:Casual Shoes|fashion:Sports Shoes',
  backpack: 'fashion:Backpacks',
  watch: 'fashion:Watches',
  sunglasses: 'fashion:Sunglasses',
  sofa: 'ikea:couch',
  armchair: 'ikea:chair',
  table: 'ikea:dining table',
  bedding: 'ikea:bed',
  clock: 'ikea:clock',
  planter: 'ikea:plant_pot',
  cookware: 'drawn:pot',
  'cookware pan': 'drawn:pan',
}
const SIDE = 96

const [folder = '.training-data/more'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const catalog = createCatalog(DEMO_SEED, 0)
const book = createPictureBook(catalog)
const pictures = new DemoPictures(join(tmpdir(), 'vitrine-demo-pictures'))
const files: Buffer[] = []
const rows = ['part\toffset\tlength\tsource\tlabel\tcolour']
let total = 0
for (const { draft, product } of catalog) {
  const { kind, form } = draft
  const place = kind.forms.findIndex(({ key }) => key === form.key)
  if (place % 2 !== 0) continue
  for (const { src } of product.images) {
    if (book.get(src)?.view === 'detail') continue
    const drawn = (await pictures.find(src, 320))!.bytes
    const file = await sharp(drawn).resize(SIDE, SIDE, { fit: 'inside' }).jpeg({ quality: 90 }).toBuffer()
    const label = TYPES[`${kind.key} ${form.key}`] ?? TYPES[kind.key] ?? `drawn:${kind.key}`
    rows.push(`0\t${total}\t${file.length}\tdrawing\t${label}\t`)
    files.push(file)
    total += file.length
  }
}
writeFileSync(join(folder, 'images-0.bin'), Buffer.concat(files))
writeFileSync(join(folder, 'index.tsv.gz'), gzipSync(`${rows.join('\n')}\n`))
console.log(`${files.length} drawings, ${total} bytes`)
