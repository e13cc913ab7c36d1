import { COLOR_DIMENSIONS, type Crop, type Picture, thumbnailOf, VectorStore, WHOLE_PICTURE } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import { knownPicture, samePicture } from './same-picture.ts'

/** A card with a mark at the height `mark`, which hardly changes the vector that the model returns. */
function card(mark: number, [width, height]: readonly [number, number] = [24, 26]): Picture {
  const pixels = new Uint8Array(3 * width * height).fill(255)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height]
    if (x > 0.2 && x < 0.8 && y > 0.1 && y < 0.9) pixels.set([40, 90, 160], 3 * at)
    if (x > 0.3 && x < 0.7 && y > mark && y < mark + 0.2) pixels.set([240, 210, 60], 3 * at)
  }
  return { width, height, pixels }
}

const at = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle))
const thumbnails = new Map([
  [1, [card(0.2)]],
  [2, [card(0.9), card(0.6)]],
])

function catalog(): VectorStore {
  const store = new VectorStore('test@1', 2)
  store.put(1, [at(0.1)])
  store.put(2, [at(1.5), at(0.2)])
  return store
}

const part: Crop = { x: 0.1, y: 0.1, width: 0.8, height: 0.8 }
const look = (picture: Picture, angle: number, known: ReadonlyMap<number, Picture[]> = thumbnails) =>
  samePicture(catalog(), async () => known, {
    picture,
    crops: [WHOLE_PICTURE],
    seen: [
      { crop: part, vector: at(3) },
      { crop: WHOLE_PICTURE, vector: at(angle) },
    ],
  })

describe('the catalog picture from which a picture was made', () => {
  it('has the same pixels, even if the model finds another one more similar', async () => {
    const same = await look(card(0.6, [72, 78]), 0.12)
    expect([...same!.vector].map((value) => value.toFixed(2))).toEqual([...at(0.2)].map((value) => value.toFixed(2)))
    expect(same!.crop).toEqual(WHOLE_PICTURE)
    expect((await look(card(0.2, [72, 78]), 0.18))!.vector[0]).toBeCloseTo(Math.cos(0.1), 2)
  })

  it('does not exist if pixels differ, or if no thumbnails are stored', async () => {
    const checks: Picture = {
      width: 48,
      height: 52,
      pixels: Uint8Array.from(
        { length: 3 * 48 * 52 },
        (_, i) => ((Math.floor(i / 18) + Math.floor(i / 864)) % 2) * 200,
      ),
    }
    expect(await look(checks, 0.12)).toBeUndefined()
    expect(await look(card(0.6, [72, 78]), 0.12, new Map())).toBeUndefined()
  })

  it('is found if it is the nearest to one part, whatever is nearer to other parts', async () => {
    const store = new VectorStore('test@1', 2)
    for (let id = 10; id < 50; id++) store.put(id, [at(0.001 * id)])
    store.put(2, [at(1)])
    const seen = [
      { crop: WHOLE_PICTURE, vector: at(0) },
      { crop: part, vector: at(1.5) },
    ]
    const shown = { picture: card(0.6, [72, 78]), crops: [WHOLE_PICTURE], seen }
    const same = await samePicture(store, async () => new Map([[2, [card(0.6)]]]), shown)
    expect(same!.crop).toEqual(part)
    expect(same!.vector[0]).toBeCloseTo(Math.cos(1))
  })

  it('may agree less if no other picture comes close, and does not exist if one does', async () => {
    const scratched = card(0.6, [72, 78])
    for (let at = 0; at < 72 * 78; at++) if (at % 72 > 40 && at % 72 < 47) scratched.pixels.set([20, 20, 20], 3 * at)
    const unlike = card(2)
    unlike.pixels.fill(120)
    const beside = (other: Picture) => new Map([...thumbnails, [1, [other]]])
    expect((await look(scratched, 0.7, beside(unlike)))!.vector[0]).toBeCloseTo(Math.cos(0.2), 2)
    expect(await look(scratched, 0.7, beside(card(0.55)))).toBeUndefined()
  })

  it('is the one whose pixels agree more, even if the model prefers another slightly', async () => {
    const grainy = card(0.6, [72, 78])
    for (let i = 0; i < grainy.pixels.length; i += 3)
      if ((i / 3) % 7 < 3) for (let c = 0; c < 3; c++) grainy.pixels[i + c] = Math.max(0, grainy.pixels[i + c]! - 40)
    const paler = card(0.6)
    for (let i = 0; i < paler.pixels.length; i += 3) if (paler.pixels[i] === 240) paler.pixels[i + 1] = 216
    const beside = new Map([...thumbnails, [1, [paler]]])
    expect((await look(grainy, 0.13, beside))!.vector[0]).toBeCloseTo(Math.cos(0.2), 2)
  })

  it('is found by its object in front of stripes, if no whole picture fits', async () => {
    const [width, height] = [90, 84]
    const shown: Picture = { width, height, pixels: new Uint8Array(3 * width * height) }
    const cut = card(0.6, [54, 58])
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [at % width, Math.floor(at / width)]
      shown.pixels.set(Math.floor((x + y) / 9) % 2 === 0 ? [90, 120, 60] : [200, 160, 80], 3 * at)
      const from = 3 * ((y - 20) * 54 + x - 30)
      const isCard = x >= 30 && x < 84 && y >= 20 && y < 78 && cut.pixels[from]! + cut.pixels[from + 2]! < 500
      if (isCard) shown.pixels.set(cut.pixels.subarray(from, from + 3), 3 * at)
    }
    expect((await look(shown, 0.12))!.vector[0]).toBeCloseTo(Math.cos(0.2), 2)
  })

  it('is decided by pixels alone if the model finds no picture very similar', async () => {
    const store = new VectorStore('test@1', 2)
    store.put(1, [at(1.3)])
    store.put(2, [at(0)])
    const known = new Map([
      [1, [card(0.4)]],
      [2, [card(0.35)]],
    ])
    const seen = [{ crop: WHOLE_PICTURE, vector: at(0.5) }]
    const same = await samePicture(store, async () => known, { picture: card(0.4), crops: [WHOLE_PICTURE], seen })
    expect(same!.vector[0]).toBeCloseTo(Math.cos(1.3), 2)
  })
})

describe('an unchanged catalog picture', () => {
  const stored = new Map([
    [1, [thumbnailOf(card(0.2, [576, 624]))]],
    [2, [thumbnailOf(card(0.7, [576, 624])), thumbnailOf(card(0.6, [576, 624]))]],
  ])
  const known = (picture: Picture, angle: number, thumbnails: ReadonlyMap<number, Picture[]> = stored) =>
    knownPicture(catalog(), async () => thumbnails, {
      thumbnail: thumbnailOf(picture),
      seen: { crop: WHOLE_PICTURE, vector: at(angle) },
      colorsAt: undefined,
    })

  it('is recognized by its thumbnail, whatever the model finds more similar', async () => {
    const same = await known(card(0.2, [288, 312]), 0.3)
    expect(same!.vector[0]).toBeCloseTo(Math.cos(0.1), 2)
    expect(same!.crop).toEqual(WHOLE_PICTURE)
    expect((await known(card(0.6, [288, 312]), 0.05))!.vector[0]).toBeCloseTo(Math.cos(0.2), 2)
    expect((await known(card(0.7, [288, 312]), 0.05))!.vector[0]).toBeCloseTo(Math.cos(1.5), 2)
  })

  it('is recognized by its colors if the model misjudges the smaller copy', async () => {
    const seenWith = (angle: number, color: number) => {
      const vector = new Float32Array(2 + COLOR_DIMENSIONS)
      vector.set(at(angle))
      vector[2 + color] = 0.5
      return vector
    }
    const store = new VectorStore('test@1', 2 + COLOR_DIMENSIONS)
    for (let id = 10; id < 50; id++) store.put(id, [seenWith(0.001 * id, 7)])
    store.put(2, [seenWith(2, 3)])
    const known = (colorsAt: number | undefined) =>
      knownPicture(
        store,
        async (ids) => new Map(ids.map((id) => [id, [thumbnailOf(card(id === 2 ? 0.6 : 0.2, [576, 624]))]])),
        {
          thumbnail: thumbnailOf(card(0.6, [288, 312])),
          seen: { crop: WHOLE_PICTURE, vector: seenWith(0, 3) },
          colorsAt,
        },
      )
    expect((await known(2))!.vector[0]).toBeCloseTo(Math.cos(2), 2)
    // Without colors, the catalog's picture is not among the nearest.
    expect(await known(undefined)).toBeUndefined()
  })

  it('is not recognized if the thumbnails differ or are missing', async () => {
    expect(await known(card(0.4, [576, 624]), 0.12)).toBeUndefined()
    expect(await known(card(0.2, [576, 624]), 0.12, new Map())).toBeUndefined()
  })
})
