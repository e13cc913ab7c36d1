import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../../../shared/data/images')

export function imageSetsAreThere(): boolean {
  return existsSync(join(folder, 'fashion', 'items.tsv'))
}

export interface Labelled {
  file: string
  /** Pictures with the same label belong together: type, style or class. */
  label: string
  /** Second label: the color, or the coarser class. */
  second: string
}

export interface ImageSets {
  fashion: Labelled[]
  luma: Labelled[]
  products: Labelled[]
  photos: Labelled[]
}

/** Reads only every n-th fashion picture, where n is `every`. */
export function readImageSets(every: number): ImageSets {
  const fashion = rows('fashion/items.tsv').filter((_, i) => i % every === 0)
  const products = rows('grocery/products.tsv').map(([label = '', , second = '', file = '']) => ({
    file: join(folder, 'grocery', file),
    label,
    second,
  }))
  const coarse = new Map(products.map(({ label, second }) => [label, second]))
  return {
    fashion: fashion.map((row) => ({
      file: join(folder, 'fashion', `${row[0]}.jpg`),
      label: row[4] ?? '',
      second: row[5] ?? '',
    })),
    luma: rows('luma/items.tsv').map(([file = '', label = '', second = '']) => ({
      file: join(folder, 'luma', file),
      label,
      second,
    })),
    products,
    photos: rows('grocery/photos.tsv').map(([file = '', label = '']) => ({
      file: join(folder, 'grocery', file),
      label,
      second: coarse.get(label) ?? '',
    })),
  }
}

function rows(path: string): string[][] {
  const lines = readFileSync(join(folder, path), 'utf8').trimEnd().split('\n').slice(1)
  return lines.map((line) => line.split('\t'))
}
