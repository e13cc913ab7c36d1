/** The kind of thing that a query asks for: whether the shop sells it, and which products are called so. */
import { totalPostings } from './expand/weighted-postings.ts'
import type { PreparedTextQuery } from './prepare-query.ts'
import { NAMING_FIELDS, ownFields, STRONG_FIELDS, TITLE_BIT, VENDOR_BIT } from './segment/posting-payload.ts'
import { TEXT_FIELDS } from './text-doc.ts'
import type { DocSets } from './text-query.ts'
import { isTitleHead } from './weigh/title-heads.ts'
import type { WeighedTerm } from './weigh/weigh-terms.ts'

const TYPE_FIELD = TEXT_FIELDS.indexOf('productType')
const TYPE_BIT = 1 << TYPE_FIELD
const MOSTLY_TYPE = 0.5

function isTypeWord({ fieldShares }: WeighedTerm): boolean {
  return fieldShares[TYPE_FIELD] >= MOSTLY_TYPE
}

/** The fields that say for certain that a product has a term of the query. */
export function strongFieldsOf(query: PreparedTextQuery, term: number): number {
  const { parsed, terms, numbers, namesVendor } = query
  const certain = (numbers & (1 << term)) !== 0 ? NAMING_FIELDS : STRONG_FIELDS
  const possible = namesVendor[term] ? certain : certain & ~VENDOR_BIT
  if (term === parsed.head) return possible & headFields(terms[term])
  const calling = possible & CALLING_FIELDS
  return isHeadUnknown(query) && standsIn(terms[term], calling) ? calling : possible
}

/**
 * What a product is called by. Where the shop lacks the thing asked for, what is called by another word is the nearest to it, and not all that is
 * tagged so, has it as an attribute or is in a collection of that name: kitchen clocks for "kitchen knife", and not the whole kitchen.
 */
const CALLING_FIELDS = TITLE_BIT | TYPE_BIT | VENDOR_BIT

function isHeadUnknown({ parsed, terms }: PreparedTextQuery): boolean {
  return terms[parsed.head].postings.every((lists) => totalPostings(lists) === 0)
}

function standsIn({ fieldShares }: WeighedTerm, fields: number): boolean {
  return fieldShares.some((share, field) => share > 0 && (fields & (1 << field)) !== 0)
}

/**
 * Fields in which the thing asked for must stand for a product to be one. Where types say it, a tag does not: the tag "Pot tray" makes
 * no tray a pot.
 */
function headFields(head: WeighedTerm): number {
  return isTypeWord(head) ? TITLE_BIT | TYPE_BIT : NAMING_FIELDS
}

/** A word is a kind of thing where it mostly stands in the type of its products, or mostly ends titles. */
export function asksForKind({ parsed, terms, index }: PreparedTextQuery): boolean {
  const head: WeighedTerm | undefined = terms[parsed.head]
  return head !== undefined && (isTypeWord(head) || isTitleHead(index.views, head.postings))
}

/** Whether one of the docs is called by the thing asked for. What a title says after "for" calls it nothing. */
export function someCalledSo(query: PreparedTextQuery, docs: DocSets): boolean {
  const { head } = query.parsed
  if (head < 0) return false
  const fields = strongFieldsOf(query, head)
  return query.terms[head].postings.some((lists, s) => {
    const set = docs[s]
    return lists.some(({ docs: held, payloads, start, end }) => {
      for (let at = start; at < end; at++) {
        const doc = held[at]
        const isAmong = set === null || (set[doc >>> 5] & (1 << (doc & 31))) !== 0
        if (isAmong && (ownFields(payloads[at]) & fields) !== 0) return true
      }
      return false
    })
  })
}
