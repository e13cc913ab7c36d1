import type { PreviewAs } from '@vitrine/client/admin'
import { useDraft } from '../../draft/draft.tsx'
import { Choice, DateField, Field } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'

export function ViewAs({ as, onChange }: { as: PreviewAs; onChange: (as: PreviewAs) => void }) {
  const { t } = useWords()
  const { config } = useDraft()
  const markets = config.markets ?? []
  const locales = [...new Set(markets.flatMap((market) => market.locales ?? []))]
  const variants = (config.experiences ?? []).flatMap(({ id, name, variants }) =>
    variants.map(({ key }) => ({ value: `exp_${id}=${key}`, label: `${name}: ${key}` })),
  )
  const set = (more: PreviewAs) => onChange({ ...as, ...more })
  const chosen = Object.values(as).filter(Boolean).length
  return (
    <details className="view-as">
      <summary>
        {t('workbench.viewAs')}
        {chosen > 0 && <span className="badge accent">{chosen}</span>}
      </summary>
      <div className="fields">
        <Choice
          none={t('workbench.default')}
          label={t('workbench.market')}
          value={String(as.market ?? '')}
          options={markets.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => set({ market: value ? Number(value) : null })}
        />
        <Choice
          none={t('workbench.default')}
          label={t('workbench.locale')}
          value={as.locale ?? ''}
          options={locales.map((value) => ({ value, label: value }))}
          onChange={(value) => set({ locale: value || null })}
        />
        <Choice
          none={t('workbench.default')}
          label={t('workbench.variant')}
          value={as.variant ?? ''}
          options={variants}
          onChange={(value) => set({ variant: value || null })}
        />
        <Choice
          none={t('workbench.default')}
          label={t('rules.device')}
          value={as.device ?? ''}
          options={(['desktop', 'mobile', 'tablet'] as const).map((one) => ({ value: one, label: t(`device.${one}`) }))}
          onChange={(value) => set({ device: (value || null) as PreviewAs['device'] })}
        />
        <DateField label={t('workbench.at')} value={as.at} onChange={(at) => set({ at })} />
        <Field label={t('workbench.visitor')}>
          <input
            className="input"
            value={as.visitor_id ?? ''}
            onChange={(event) => set({ visitor_id: event.target.value || null })}
          />
        </Field>
        <Field label={t('workbench.customer')}>
          <input
            className="input"
            value={as.customer_id ?? ''}
            onChange={(event) => set({ customer_id: event.target.value || null })}
          />
        </Field>
      </div>
    </details>
  )
}
