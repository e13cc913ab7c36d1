import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Suggestion, ProductId } from '@vitrine/client/admin'
import { useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import type { Json, Patch } from '../../draft/patch.ts'
import { usePublish } from '../../draft/use-publish.ts'
import { useFormat } from '../../format/use-format.ts'
import { Link } from '../../router.ts'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useWords } from '../../messages/messages.tsx'
import { type Rule, withRule } from '../rules/rule.ts'
import { changesSearch, ProposalResults, useProposalPreview } from './proposal-results.tsx'
import { evidenceText, proposalText } from './proposal-text.ts'
import { ProductPicker } from '../../products/product-list.tsx'
import { small } from '../../products/product-name.tsx'
import { useProductsById } from '../../products/use-products.ts'

interface SuggestionDialogProps {
  suggestion: Suggestion
  onClose: () => void
}

export function SuggestionDialog({ suggestion, onClose }: SuggestionDialogProps) {
  const words = useWords()
  const { t } = words
  const format = useFormat()
  const { config } = useDraft()
  const proposed = synonymOf(suggestion)
  const [word, setWord] = useState(proposed.to)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const patch = patchOf(suggestion, { word, chosen, config })
  const preview = useProposalPreview(suggestion, patch)
  const isEffective = preview.data !== undefined && changesSearch(preview.data)
  return (
    <Dialog title={proposalText(words, suggestion)} wide onClose={onClose}>
      <ul className="plain-list">
        {suggestion.evidence.map((one) => (
          <li key={one.kind + one.text} className="soft">
            {evidenceText(words, one, suggestion.patch)}
          </li>
        ))}
        {suggestion.confidence !== null && (
          <li className="soft">{t('inbox.confidence', { share: format.percent(suggestion.confidence) })}</li>
        )}
      </ul>
      {suggestion.kind === 'choose' && (
        <ChooseProducts candidates={suggestion.candidates} chosen={chosen} onChange={setChosen} />
      )}
      {(suggestion.kind === 'synonym' || suggestion.kind === 'choose') && (
        <Field label={t('inbox.word', { query: proposed.from })} hint={t('inbox.wordHint')}>
          <input className="input" value={word} onChange={(event) => setWord(event.target.value)} />
        </Field>
      )}
      <Loaded query={preview}>{(data) => <ProposalResults preview={data} hasChange={patch !== undefined} />}</Loaded>
      <Foot suggestion={suggestion} patch={isEffective ? patch : undefined} onClose={onClose} />
    </Dialog>
  )
}

interface FootProps {
  suggestion: Suggestion
  /** Undefined if there is nothing to publish. */
  patch: Patch | undefined
  onClose: () => void
}

function Foot({ suggestion, patch, onClose }: FootProps) {
  const words = useWords()
  const { t } = words
  const api = useApi()
  const client = useQueryClient()
  const mayEdit = useMayEdit()
  const { edit } = useDraft()
  const publish = usePublish()
  const dismiss = useMutation({
    mutationFn: () => api.dismissSuggestion(suggestion.id),
    onSuccess: () => {
      onClose()
      void client.invalidateQueries({ queryKey: [api.shop, 'suggestions'] })
    },
  })
  const note =
    suggestion.kind === 'choose' ? t('inbox.choseNote', { query: suggestion.query }) : proposalText(words, suggestion)
  if (!mayEdit) return null
  return (
    <div className="dialog-foot">
      <Button kind="plain" disabled={dismiss.isPending} onClick={() => dismiss.mutate()}>
        {t('inbox.dismiss')}
      </Button>
      {suggestion.kind === 'data' ? (
        <Link className="button primary" to="/catalog?tab=quality">
          {t('inbox.toQuality')}
        </Link>
      ) : (
        <>
          <Button
            disabled={!patch}
            onClick={() => {
              if (patch) edit(patch)
              onClose()
            }}
          >
            {t('common.toDraft')}
          </Button>
          <Button
            kind="primary"
            disabled={!patch || publish.isPending}
            onClick={() => publish.mutate({ alone: patch ?? {}, note }, { onSuccess: onClose })}
          >
            {t('draft.publish')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Returns the proposed synonym, or else a synonym of the query whose other word the merchant must enter. */
function synonymOf({ kind, query, patch }: Suggestion): { from: string; to: string } {
  const { synonyms = [] } = (patch.search ?? {}) as { synonyms?: { from: string; to: string }[] }
  return (kind === 'synonym' && synonyms.at(-1)) || { from: query, to: '' }
}

interface Edited {
  word: string
  chosen: readonly number[]
  config: ReturnType<typeof useDraft>['config']
}

function patchOf(suggestion: Suggestion, { word, chosen, config }: Edited): Patch | undefined {
  const { kind, query, id } = suggestion
  if (kind === 'data') return undefined
  if (kind !== 'synonym' && kind !== 'choose') return suggestion.patch as Patch
  const to = word.trim().toLowerCase()
  const { from, to: proposed } = synonymOf(suggestion)
  if (kind === 'synonym' && to === proposed) return suggestion.patch as Patch
  const pin = chosen.map((product_id, index) => ({ product_id, position: index + 1 }))
  const rule = { id: `chosen-${id}`, when: { query, match: 'exact' }, pin }
  const rules: Patch = pin.length > 0 ? { rules: withRule(config.search?.rules ?? [], rule as Rule) as Json } : {}
  const synonyms: Patch = to === '' ? {} : { synonyms: [...(config.search?.synonyms ?? []), { from, to }] as Json }
  const search: Patch = { ...rules, ...synonyms }
  return Object.keys(search).length > 0 ? { search } : undefined
}

interface ChooseProductsProps {
  candidates: readonly number[]
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

function ChooseProducts({ candidates, chosen, onChange }: ChooseProductsProps) {
  const { t } = useWords()
  const [added, setAdded] = useState<readonly ProductId[]>([])
  const ids = [...candidates, ...added]
  const products = useProductsById(ids)
  const shown = ids.flatMap((id) => products.get(id) ?? [])
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="stack-s">
      <legend>
        <h3>{t('inbox.choose')}</h3>
      </legend>
      <p className="soft small">{t('inbox.chooseAbout')}</p>
      <div className="shelf choose">
        {shown.map((product) => (
          <label key={product.id} data-chosen={chosen.includes(product.id)}>
            {product.images[0] ? <img src={small(product.images[0].src)} alt="" /> : <span className="thumb" />}
            <span className="row small">
              <input type="checkbox" checked={chosen.includes(product.id)} onChange={() => toggle(product.id)} />
              {product.title}
            </span>
          </label>
        ))}
      </div>
      <ProductPicker label={t('rules.addProduct')} without={ids} onPick={(id) => setAdded([...added, id])} />
    </fieldset>
  )
}
