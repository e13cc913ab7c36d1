import { useDraft } from '../../draft/draft.tsx'
import { useFilters } from '../../draft/use-effective.ts'
import { Choice, Field } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'
import { CollectionChoice } from './collection-choice.tsx'
import { MATCH_WORDS } from './describe-when.ts'
import { conditionCount, type Rule, type When } from './rule.ts'
import { SegmentFields } from './segment-fields.tsx'

interface ConditionsProps {
  rule: Rule
  change: (more: Partial<Rule>) => void
}

export function RuleConditions({ rule: { when }, change }: ConditionsProps) {
  const { t } = useWords()
  const set = (more: When) => change({ when: { ...when, ...more } })
  const further = conditionCount(when)
  return (
    <>
      <div className="fields">
        <Choice
          label={t('rules.match')}
          value={when.match ?? 'exact'}
          options={(['exact', 'similar', 'contains'] as const).map((value) => ({
            value,
            label: t(MATCH_WORDS[value]),
          }))}
          onChange={(match) => set({ match })}
        />
        <Field label={t('table.query')}>
          <input
            className="input"
            value={when.query ?? ''}
            onChange={(event) => set({ query: event.target.value || undefined })}
          />
        </Field>
        <CollectionChoice
          label={t('rules.collection')}
          none={t('rules.any')}
          value={String(when.collection ?? '')}
          onChange={(collection) => set({ collection: collection || undefined })}
        />
      </div>
      <details className="more" open={further > 0}>
        <summary>
          {t('rules.furtherConditions')}
          {further > 0 && <span className="badge accent">{further}</span>}
        </summary>
        <div className="stack-s">
          <Where when={when} set={set} />
          <Shopper segment={when.segment ?? {}} onChange={(segment) => set({ segment })} />
        </div>
      </details>
    </>
  )
}

type SegmentProps = Parameters<typeof SegmentFields>[0]

function Shopper({ segment, onChange }: SegmentProps) {
  const { t } = useWords()
  const segments = useDraft().config.search?.segments ?? []
  return (
    <>
      {segments.length > 0 && (
        <Choice
          label={t('segments.choice')}
          value={segment.id ?? ''}
          none={t('segments.own')}
          options={segments.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onChange(id ? { id } : undefined)}
        />
      )}
      {segment.id === undefined && <SegmentFields segment={segment} onChange={onChange} />}
    </>
  )
}

function Where({ when, set }: { when: When; set: (more: When) => void }) {
  const { t } = useWords()
  const { config } = useDraft()
  const markets = (config.markets ?? []).map(({ handle, name }) => ({ value: handle, label: name }))
  const filters = useFilters().map(({ key, title }) => ({ value: key, label: title }))
  const variants = (config.experiences ?? []).flatMap(({ id, name, variants }) =>
    variants.map(({ key }) => ({ value: JSON.stringify({ id, variant: key }), label: `${name}: ${key}` })),
  )
  const any = t('rules.any')
  return (
    <div className="fields">
      <Choice
        label={t('workbench.market')}
        value={marketHandle(when.market, config.markets ?? [])}
        none={any}
        options={markets}
        onChange={(market) => set({ market: market || undefined })}
      />
      <Field label={t('workbench.locale')}>
        <input
          className="input"
          placeholder={any}
          value={when.locale ?? ''}
          onChange={(event) => set({ locale: event.target.value || undefined })}
        />
      </Field>
      <Choice
        label={t('rules.device')}
        value={when.device ?? ''}
        none={any}
        options={(['desktop', 'mobile', 'tablet'] as const).map((one) => ({ value: one, label: t(`device.${one}`) }))}
        onChange={(device) => set({ device: (device || undefined) as When['device'] })}
      />
      <Choice
        label={t('rules.filterChosen')}
        value={when.filter?.key ?? ''}
        none={any}
        options={filters}
        onChange={(key) => set({ filter: key ? { ...when.filter, key } : undefined })}
      />
      {when.filter && (
        <Field label={t('rules.filterValue')}>
          <input
            className="input"
            placeholder={any}
            value={when.filter.value ?? ''}
            onChange={(event) => set({ filter: { key: when.filter!.key, value: event.target.value || undefined } })}
          />
        </Field>
      )}
      <Choice
        label={t('workbench.variant')}
        value={when.experience ? JSON.stringify({ id: when.experience.id, variant: when.experience.variant }) : ''}
        none={any}
        options={variants}
        onChange={(chosen) => set({ experience: chosen ? JSON.parse(chosen) : undefined })}
      />
    </div>
  )
}

function marketHandle(market: When['market'], markets: readonly { id: number; handle: string }[]): string {
  if (market === undefined) return ''
  return markets.find(({ id, handle }) => String(id) === String(market) || handle === market)?.handle ?? String(market)
}
