/** The kind of thing that a query asks for: whether the shop sells it, and which products are called so. */
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
export function strongFieldsOf({ parsed, terms, namesVendor }: PreparedTextQuery, term: number): number {
  const fields = term === parsed.head ? headFields(terms[term]) : STRONG_FIELDS
  return namesVendor[term] ? fields : fields & ~VENDOR_BIT
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
        const isIn = set === null || (set[doc >>> 5] & (1 << (doc & 31))) !== 0
        if (isIn && (ownFields(payloads[at]) & fields) !== 0) return true
      }
      return false
    })
  })
}
