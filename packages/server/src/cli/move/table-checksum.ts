import { hash } from 'node:crypto'

export type Cell = string | number | Uint8Array | null
export type Row = readonly Cell[]

export interface TableSum {
  rows: number
  /** Does not depend on the order of the rows. */
  checksum: string
}

export class TableChecksum {
  #rows = 0
  #sum = 0n

  add(row: Row): void {
    this.#rows++
    const digest = hash('sha256', row.map(cellText).join('\u001f'), 'buffer')
    this.#sum = BigInt.asUintN(64, this.#sum + digest.readBigUInt64LE(0))
  }

  get sum(): TableSum {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(16, '0') }
  }
}

function cellText(cell: Cell): string {
  if (cell === null) return 'n'
  if (typeof cell === 'string') return `s${cell}`
  if (typeof cell === 'number') return `i${cell}`
  return `b${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('base64')}`
}
