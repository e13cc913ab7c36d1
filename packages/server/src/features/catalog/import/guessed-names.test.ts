import { describe, expect, it } from 'vitest'
import type { ImportItem } from './import-item.ts'
import { readProducts } from './read-products.ts'

async function read(source: string): Promise<ImportItem[]> {
  const items: ImportItem[] = []
  async function* bytes() {
    yield Buffer.from(source)
  }
  for await (const group of readProducts(bytes())) items.push(...group)
  return items
}

const products = (items: readonly ImportItem[]) =>
  items.flatMap((item) => (item.kind === 'product' ? [item.product] : []))
const faults = (items: readonly ImportItem[]) =>
  items.flatMap((item) => (item.kind === 'fault' ? [`${item.line}: ${item.reason}`] : []))

describe('a file whose fields are guessed by their names', () => {
  const NAMED: [language: string, header: string][] = [
    ['Spanish', 'Código;Nombre;Precio;Precio anterior;Marca;Existencias;Categoría;Imagen;Talla'],
    ['French', 'Référence;Désignation;Prix TTC;Prix barré;Marque;Quantité;Catégorie;Image;Taille'],
    ['Italian', 'Codice;Nome;Prezzo;Prezzo di listino;Marca;Giacenza;Categoria;Immagine;Taglia'],
    ['Portuguese', 'Código;Nome;Preço;Preço anterior;Marca;Estoque;Categoria;Imagem;Tamanho'],
    ['Dutch', 'Artikelnummer;Naam;Prijs;Adviesprijs;Merk;Voorraad;Categorie;Afbeelding;Maat'],
    ['German', 'Artikelnummer;Bezeichnung;Preis;UVP;Hersteller;Lagerbestand;Kategorie;Bild;Größe'],
    ['Polish', 'Kod;Nazwa;Cena brutto;Stara cena;Producent;Stan magazynowy;Kategoria;Zdjęcie;Rozmiar'],
    ['English', 'Product Code;Product Name;Product Price;MSRP;Brand;Stock;Category;Image;Size'],
    ['bracketed English', 'ID [Fixed];Title (en-GB);Price (EUR);RRP;Vendor;Qty;Category;Picture;Size'],
  ]

  it.each(NAMED)('reads %s names', async (_, header) => {
    const items = await read(`${header}\nA1;Lamp;1.249,50;1.300,00;Nord;7;Home > Light;https://x/1.jpg;M\n`)
    const [lamp] = products(items)
    expect([faults(items), items.filter(({ kind }) => kind === 'unmapped')]).toEqual([[], []])
    expect(lamp).toMatchObject({ externalId: 'A1', title: 'Lamp', vendor: 'Nord', productType: 'Light' })
    expect(lamp?.variants[0]).toMatchObject({ price: 1249.5, compareAtPrice: 1300, inventoryQuantity: 7 })
    expect([lamp?.options.map(({ name }) => name), lamp?.images.map(({ src }) => src)]).toEqual([
      ['Size'],
      ['https://x/1.jpg'],
    ])
  })

  it('makes every row of a product a variant, once', async () => {
    const rows = ['S', 'M', 'M', 'L'].map((size) => `1,Shirt,${size},10`)
    const [shirt] = products(await read(`id,title,size,price\n${rows.join('\n')}\n`))
    expect(shirt?.variants.map(({ title }) => title)).toEqual(['S', 'M', 'L'])
    const byParent = await read('parent_sku,sku,name,color,price\nT,T-R,Shirt,Red,10\nT,T-B,Shirt,Blue,11\n,C,Cap,,5\n')
    expect(products(byParent).map(({ variants }) => variants.map(({ sku }) => sku))).toEqual([['T-R', 'T-B'], ['C']])
    const twice = await read('[{"id":1,"title":"A","price":3},{"id":1,"title":"A","price":4}]')
    expect(products(twice).map(({ variants }) => variants.map(({ price }) => price))).toEqual([[3]])
  })

  it('keeps products of the same title apart by their addresses', async () => {
    const items = await read('title,url,price\nLamp,https://s/lamp,1\nLamp,https://s/lamp-2,2\n')
    expect(products(items).map(({ handle }) => handle)).toEqual(['lamp', 'lamp-2'])
  })

  it('takes numbered pictures, and loses no other column that occurs twice', async () => {
    const items = await read(
      'id,title,price,image,image,IMAGE3,category,category\n1,Lamp,1,https://x/1,https://x/2,https://x/3,A,B\n',
    )
    const [lamp] = products(items)
    expect(lamp?.images.map(({ src }) => src)).toEqual(['https://x/1', 'https://x/2', 'https://x/3'])
    expect(lamp?.metafields?.map(({ key, value }) => [key, value])).toEqual([['category_2', 'B']])
  })

  it('finds the table below headings and below the line that names its delimiter', async () => {
    const table = 'SKU;Title;Price\nA;Lamp;12,50\n'
    for (const above of ['sep=;\r\n', '\ufeffsep=;\n', 'Products of Monday\n\n', 'Products;;\n;;\n']) {
      const items = await read(above + table)
      expect([above, products(items).map(({ title }) => title), faults(items)]).toEqual([above, ['Lamp'], []])
    }
    expect(faults(await read(`sep=;\n${table}B;Rug;none\n`))).toEqual(['4: price "none" is not a price'])
  })

  it('finds the list of products inside the answer of an API, on one line or on several', async () => {
    const lamp = { id: 1, title: 'Lamp', price: 3 }
    const answers = [{ status: 'ok', data: { products: [lamp] } }, { result: { items: [lamp] } }, { data: lamp }]
    for (const answer of answers) {
      for (const indent of [0, 2]) {
        const items = await read(JSON.stringify(answer, null, indent))
        expect([answer, products(items).map(({ title }) => title)]).toEqual([answer, ['Lamp']])
      }
    }
  })

  it('reads lists below an element of XML', async () => {
    const items = await read(
      '<shop><product><id>1</id><name>Key</name><price>4,50</price><images><image>https://x/1</image><image>https://x/2</image></images><categories><category>A</category><category>B</category></categories></product></shop>',
    )
    const [key] = products(items)
    expect([key?.images.map(({ src }) => src), key?.collections]).toEqual([
      ['https://x/1', 'https://x/2'],
      ['a', 'b'],
    ])
  })
})
