/** Writes the proposals to a merchant as a page for a reader to judge. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Suggestion } from '@vitrine/contract'
import type { SearchSide, SimulatedMerchant } from './simulated-merchant.ts'

const SHOWN = 8

export async function writeProposals(merchant: SimulatedMerchant, { name, folder }: { name: string; folder: string }) {
  const proposals = await merchant.proposals()
  const parts: string[] = []
  for (const [i, proposal] of proposals.entries()) parts.push(await partOf(merchant, i + 1, proposal))
  mkdirSync(folder, { recursive: true })
  const text = [`# ${name}: ${proposals.length} proposals`, ...parts].join('\n\n')
  writeFileSync(join(folder, `${name}.md`), `${text}\n`)
  console.log(`${name}: ${proposals.map(({ kind, proposal }) => `${kind}: ${proposal}`).join('\n  ')}`)
}

async function partOf(merchant: SimulatedMerchant, number: number, proposal: Suggestion): Promise<string> {
  const { query, evidence, confidence, lost_searches: lost, candidates, patch } = proposal
  const { live, draft } = await merchant.preview(query, patch)
  const offered = await merchant.titlesOf(candidates)
  return [
    `## ${number}. ${proposal.proposal}`,
    `Search: “${query}”. Searches of the last 30 days without a result or a click: ${lost}.`,
    `Evidence shown: ${evidence.map(({ text }) => text).join('; ') || 'none'}.`,
    ...(confidence === null ? [] : [`Confidence shown: at least ${Math.round(confidence * 100)} %.`]),
    `Finds now: ${described(live)}`,
    ...(Object.keys(patch).length === 0 ? [] : [`Finds with the proposal: ${described(draft)}`]),
    ...(offered.length === 0 ? [] : [`Offered to choose from: ${offered.join(' | ')}`]),
  ].join('\n\n')
}

function described({ products, pagination: { total }, search_metadata: about }: SearchSide): string {
  if (about.redirect) return `leads to ${about.redirect}`
  const near = total > 0 && (about.relaxed || about.extended_by_meaning === total)
  const titles = products.slice(0, SHOWN).map(({ title }) => title)
  return [
    `${total} products`,
    ...(near ? ['(none has all of the words; these are near)'] : []),
    titles.join(' | '),
  ].join(' ')
}
