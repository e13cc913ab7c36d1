import { describe, expect, it } from 'vitest'
import { rewordings } from './rewordings.ts'

const change = (from: string, to: string, count: number) => ({ from, to, count, chosen: new Map() })

describe('rewordings of a search', () => {
  it('W1: are what enough shoppers typed next, the likeliest first', () => {
    const changes = [change('davenport', 'couch', 24), change('davenport', 'sofa', 30), change('davenport', 'rug', 2)]
    expect(rewordings('davenport', changes).map(({ to }) => to)).toEqual(['sofa', 'couch'])
    expect(rewordings('settee', changes)).toEqual([])
  })

  it('W2: are not what shoppers search for after anything', () => {
    const changes = [change('usb cable', 'jersey', 6), change('usb cable', 'shirt', 1)]
    expect(rewordings('usb cable', changes)).toHaveLength(1)
    const elsewhere = [change('paint', 'jersey', 5), change('dog food', 'jersey', 4), change('kit', 'strip', 9)]
    expect(rewordings('usb cable', [...changes, ...elsewhere])).toEqual([])
  })
})
