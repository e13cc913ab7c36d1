import type { Static } from 'typebox'
import { identityTriple, PublicationIds } from '../common.ts'
import { Line, List, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { Type } from '../type.ts'
import { Whole } from '../numbers.ts'

export const searchScope = {
  locale: Optional(Nullable(Text({ maxLength: 35, description: 'BCP 47.' }))),
  market: Optional(Nullable(Whole('Market id.'))),
  publication_ids: Optional(Nullable(PublicationIds)),
  ...identityTriple,
}

/** hybrid: by meaning and words; text: by words; vector: by meaning only. Counts depend on it too. */
export const SearchMode = OneOf(['hybrid', 'text', 'vector'])

export const queryInterpretation = {
  understand: Optional(Nullable(Type.Boolean('false: nothing in the query is interpreted as a constraint.'))),
  ignore: Optional(
    Nullable(List(Line(), 50, { description: 'Constraints to ignore, by their `text` in `understood`.' })),
  ),
}

export const Understood = Type.Object({
  kind: OneOf(['price', 'color', 'size', 'measure', 'exclude', 'phrase', 'vendor', 'product_type']),
  text: Text('As typed. Send it in `ignore` to switch this one off.'),
  label: Text('A label to show as a chip.'),
  filter: Nullable(
    Type.Object(
      { key: Text(), value: Type.Array(Text()) },
      { description: 'The equivalent facet selection; null if the shop has no such facet.' },
    ),
  ),
  held: OneOf(
    ['filter', 'preference', 'dropped'],
    'filter: true of every product found. preference: products that have it come first. dropped: nothing found has it.',
  ),
})

export const Collection = Type.Union([Text({ maxLength: 255 }), Whole()])
/** Accepts pasted text, of which search reads the first 256 UTF-16 units. */
export const QueryText = Text({ maxLength: 100_000 })

export type Understood = Static<typeof Understood>
