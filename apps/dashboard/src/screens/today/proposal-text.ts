/** Translates a proposal and its evidence, because the server's texts are in English. */
import type { Suggestion } from '@vitrine/client/admin'
import type { Words } from '../../messages/messages.tsx'

interface Patch {
  search?: { synonyms?: { from: string; to: string }[]; rules?: { redirect?: string }[] }
}

export function proposalText({ t }: Pick<Words, 't'>, { kind, query, patch, proposal, evidence }: Suggestion): string {
  const { synonyms, rules } = (patch as Patch).search ?? {}
  if (kind === 'synonym') return t('inbox.proposal.synonym', synonyms?.at(-1) ?? { from: query, to: '' })
  if (kind === 'redirect') return t('inbox.proposal.redirect', { query, to: rules?.at(-1)?.redirect ?? '' })
  if (kind === 'choose') return t('inbox.proposal.choose', { query })
  if (kind === 'data' && evidence[0]) return t('inbox.proposal.data', { query })
  // The title is available only inside the server's English sentence, in the first pair of quotes.
  const title = /“(.+)” first for/.exec(proposal)?.[1]
  return title === undefined ? proposal : t('inbox.proposal.rule', { query, title })
}

type Evidence = Suggestion['evidence'][number]

const TEXTS = {
  reformulation: 'inbox.evidence.reformulation',
  replay: 'inbox.evidence.replay',
  chosen_next: 'inbox.evidence.chosen_next',
  spelling: 'inbox.evidence.spelling',
  same_title: 'inbox.evidence.same_title',
  clicks: 'inbox.evidence.clicks',
  no_picture: 'inbox.evidence.no_picture',
  price_zero: 'inbox.evidence.price_zero',
  no_description: 'inbox.evidence.no_description',
  no_type: 'inbox.evidence.no_type',
} as const

export function evidenceText({ t }: Pick<Words, 't'>, { kind, count, text }: Evidence, patch: object): string {
  const word = TEXTS[kind as keyof typeof TEXTS]
  if (word === undefined) return text
  return t(word, { n: count ?? 0, to: (patch as Patch).search?.synonyms?.at(-1)?.to ?? '' })
}
