import { derivedNumber } from '../../../../ports/record-store/item-number.ts'
import type { SourceRecord } from '../readers/record-reader.ts'
import { GroupingWindow } from './grouping-window.ts'
import { type JoinSpec, type Mapping, specsOf } from './mapping.ts'
import { fits, readAll, readPath, readSourceText, type Scope, scopeOf } from './read-source.ts'

export interface ChildRecord {
  record: SourceRecord
  /** `variant`, `image`, or the name of one of the product's lists. */
  role: string
}

export interface RecordGroup {
  name: string
  rows: SourceRecord[]
  children: ChildRecord[]
}

export type JoinedItem =
  | { kind: 'group'; group: RecordGroup }
  | { kind: 'fault'; line: number; reason: string }
  | { kind: 'note'; line: number; text: string }

const MAX_KINDS_SAID = 100

/**
 * Joins records into products by the names that a mapping reads from them, in bounded memory: records too far apart are
 * reported instead of joined.
 */
export class RecordJoin {
  readonly #mapping: Mapping
  readonly #join: JoinSpec | undefined
  readonly #window = new GroupingWindow<RecordGroup>()
  /** Other names of a waiting group: those of its product and of the records in it. */
  readonly #aliases = new Map<string, string>()
  readonly #aliasesOf = new Map<string, string[]>()
  /** Numbers of finished products, whose further records come too late. A name may be a slice of the file, and keep it in memory. */
  readonly #finished = new Set<number>()
  readonly #saidKinds = new Set<string>()
  #last = ''

  constructor(mapping: Mapping) {
    this.#mapping = mapping
    this.#join = mapping.join
  }

  take(record: SourceRecord): JoinedItem[] {
    const join = this.#join
    if (!join) return [alone(record)]
    const scope = scopeOf(record, this.#mapping)
    if (join.only && !fits(join.only, scope)) return [alone(record)]
    if (join.whole !== undefined && readPath(join.whole, scope) !== undefined) return [alone(record)]
    const kind = readSourceText(join.kind, scope)
    const role = this.#roleOf(kind)
    const names = namesOf(join, scope)
    const named = readSourceText(join.parent, scope)
    const parent = (named === '0' ? '' : named) || (join.follows && role !== 'product' ? this.#last : '')
    const items = parent
      ? this.#takeChild(record, { kind, role, names, parent })
      : this.#takeProduct(record, { kind, role, names, members: readAll(join.members, scope) })
    for (const group of this.#window.overflowing()) items.push(...this.#finish(group))
    return items
  }

  end(): JoinedItem[] {
    return [...this.#window.all()].flatMap((group) => this.#finish(group))
  }

  #roleOf(kind: string): string {
    const kinds = this.#join!.kinds
    if (!kinds) return 'product'
    const key = Object.keys(kinds).find((one) => one.toLowerCase() === kind.trim().toLowerCase())
    return key === undefined ? 'unknown' : kinds[key]!
  }

  #takeProduct(
    record: SourceRecord,
    { kind, role, names, members }: { kind: string; role: string; names: string[]; members: string[] },
  ): JoinedItem[] {
    const { line, bytes } = record
    const [name] = names
    if (role === 'skip') return this.#noteKind(line, kind)
    if (role !== 'product') {
      return [{ kind: 'fault', line, reason: `this is a ${kind || 'line of unknown kind'}, not a product` }]
    }
    if (name === undefined) return [{ kind: 'fault', line, reason: `this row has no ${this.#nameOfName()}` }]
    this.#last = name
    const owner = names.map((one) => this.#aliases.get(one) ?? one).find((one) => this.#window.has(one))
    const group = owner === undefined ? undefined : this.#window.grow(owner, bytes)
    if (group) return this.#addRow(group, record, names)
    if (this.#finished.has(derivedNumber(name))) return [{ kind: 'fault', line, reason: this.#tooLate(name) }]
    const opened: RecordGroup = { name, rows: [record], children: [] }
    this.#window.open(name, opened, bytes)
    for (const other of names.slice(1)) this.#alias(other, name)
    this.#gather(opened, members)
    return []
  }

  #addRow(group: RecordGroup, record: SourceRecord, names: readonly string[]): JoinedItem[] {
    // The parent has already named this record as a member.
    if (!names.includes(group.name)) group.children.push({ record, role: 'variant' })
    else if (group.rows.length > 0 && (this.#join!.parent !== undefined || this.#join!.follows)) {
      return [{ kind: 'fault', line: record.line, reason: `${group.name} appears twice` }]
    } else {
      group.rows.push(record)
      for (const other of names.slice(1)) this.#alias(other, group.name)
    }
    return []
  }

  /** Makes waiting members children of the group, and notes the names of those still to come. */
  #gather(group: RecordGroup, members: readonly string[]): void {
    for (const member of members) {
      const waiting = member === group.name ? undefined : this.#window.take(member)
      if (waiting) {
        this.#window.grow(group.name, waiting.bytes)
        for (const record of waiting.value.rows) group.children.push({ record, role: 'variant' })
      }
      if (member !== group.name) this.#alias(member, group.name)
    }
  }

  #takeChild(
    record: SourceRecord,
    { kind, role, names, parent }: { kind: string; role: string; names: string[]; parent: string },
  ): JoinedItem[] {
    const { line } = record
    const group = this.#groupOf(record, parent)
    if (typeof group === 'string') return [{ kind: 'fault', line, reason: group }]
    for (const name of names) this.#alias(name, group.name)
    // Keeps only the product's own children: the catalog has no place for records below a variant.
    const isOwn = parent === group.name || group.rows.some((row) => this.#namesOf(row).includes(parent))
    const isKept = role !== 'skip' && role !== 'unknown' && (isOwn || group.rows.length === 0)
    if (!isKept) return this.#noteKind(line, kind, parent)
    if (role === 'row') group.rows.push(record)
    else group.children.push({ record, role: role === 'product' ? 'variant' : role })
    return []
  }

  /** Returns the waiting group of the parent, opening one if the parent may follow; otherwise the reason why it has none. */
  #groupOf({ bytes }: SourceRecord, parent: string): RecordGroup | string {
    const name = this.#aliases.get(parent) ?? parent
    const waiting = this.#window.grow(name, bytes)
    if (waiting) return waiting
    if (this.#finished.has(derivedNumber(name))) return this.#tooLate(name)
    if (this.#join!.ordered) return `its parent ${parent} does not come before it in the file`
    const group: RecordGroup = { name, rows: [], children: [] }
    this.#window.open(name, group, bytes)
    return group
  }

  #namesOf(record: SourceRecord): string[] {
    return namesOf(this.#join!, scopeOf(record, this.#mapping))
  }

  #alias(name: string, group: string): void {
    if (name === group || this.#aliases.has(name)) return
    this.#aliases.set(name, group)
    const names = this.#aliasesOf.get(group)
    if (names) names.push(name)
    else this.#aliasesOf.set(group, [name])
  }

  #finish(group: RecordGroup): JoinedItem[] {
    const { name, rows, children } = group
    for (const alias of this.#aliasesOf.get(name) ?? []) this.#aliases.delete(alias)
    this.#aliasesOf.delete(name)
    this.#finished.add(derivedNumber(name))
    if (rows.length > 0) return [{ kind: 'group', group }]
    const reason = `its parent ${JSON.stringify(name)} is not in the file`
    return children.map(({ record }) => ({ kind: 'fault', line: record.line, reason }))
  }

  #tooLate(name: string): string {
    return `the rows of ${JSON.stringify(name)} are too far apart; sort the file by ${this.#nameOfName()}`
  }

  #nameOfName(): string {
    const from = specsOf(this.#join!.name)[0]?.from
    return (typeof from === 'string' ? from : (from?.[0] ?? 'name')).toLowerCase()
  }

  #noteKind(line: number, kind: string, parent = ''): JoinedItem[] {
    const [, owner] = /^gid:\/\/[^/]+\/([^/]+)\//.exec(parent) ?? []
    const records = kind ? `records of the kind "${kind}"` : 'records without an id'
    const text = `${records}${owner ? ` below ${owner}` : ''} are not imported`
    if (this.#saidKinds.has(text) || this.#saidKinds.size >= MAX_KINDS_SAID) return []
    this.#saidKinds.add(text)
    return [{ kind: 'note', line, text }]
  }
}

export function namesOf({ name, aliases }: JoinSpec, scope: Scope): string[] {
  return [...new Set([readSourceText(name, scope), ...readAll(aliases, scope)])].filter((one) => one !== '')
}

function alone(record: SourceRecord): JoinedItem {
  return { kind: 'group', group: { name: '', rows: [record], children: [] } }
}
