/** Request parts that all search-side endpoints share. */
import { Type } from 'typebox'
import { identityTriple, PublicationIds } from '../common.ts'
import { Nullable, OneOf, Optional, Text } from '../schema.ts'

export const searchScope = {
  locale: Optional(Nullable(Text({ maxLength: 35, description: 'BCP 47.' }))),
  market: Optional(Nullable(Type.Integer({ description: 'Market id.' }))),
  publication_ids: Optional(Nullable(PublicationIds)),
  ...identityTriple,
}

/** By meaning and words, by words, or by meaning alone; decides what matches, so counts need it as well. */
export const SearchMode = OneOf(['hybrid', 'text', 'vector'])

export const Collection = Type.Union([Text({ maxLength: 255 }), Type.Integer()])
/** Long enough for anything typed or pasted; a longer text is cut, not refused. */
export const QueryText = Text({ maxLength: 100_000 })
