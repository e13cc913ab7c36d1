import type { ShopConfigInput } from '@vitrine/client/admin'
import { useDraft } from '../../draft/draft.tsx'
import type { Json } from '../../draft/patch.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMayEdit, useApi, useSigned } from '../../session/session.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Check, Field, NumberField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'
import { alertMessage } from '../today/alert-message.ts'
import { useAlerts } from '../today/alerts.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CodeSnippet } from '../../ui/code-snippet.tsx'

type Settings = NonNullable<ShopConfigInput['alerts']>
const SHARES = { zero_result_share: 30, error_share: 5, conversion_drop: 40 } as const
const STALLED_MINUTES = 60

export function AlertSettings() {
  return (
    <div className="stack">
      <Thresholds />
      <AlertHistory />
    </div>
  )
}

function Thresholds() {
  const { t } = useWords()
  const { config, edit } = useDraft()
  const mayEdit = useMayEdit()
  const settings: Settings = config.alerts ?? {}
  const set = (more: Record<string, Json>) => edit({ alerts: more })
  return (
    <Card title={t('alerts.conditions')} about={t('alerts.conditionsAbout')}>
      <fieldset className="stack" disabled={!mayEdit}>
        <div className="fields">
          {(Object.keys(SHARES) as (keyof typeof SHARES)[]).map((name) => (
            <NumberField
              key={name}
              label={`${t(`alerts.kind.${name}`)}, ${t('alerts.percent')}`}
              min={0}
              max={100}
              value={percentOf(settings[name], SHARES[name])}
              onChange={(value) => set({ [name]: value ? value / 100 : false })}
            />
          ))}
          <NumberField
            label={`${t('alerts.kind.embedding_stalled')}, ${t('alerts.minutes')}`}
            value={
              settings.embedding_stalled_minutes === false
                ? undefined
                : (settings.embedding_stalled_minutes ?? STALLED_MINUTES)
            }
            onChange={(value) => set({ embedding_stalled_minutes: value || false })}
          />
        </div>
        {(['import_failed', 'golden_queries'] as const).map((kind) => (
          <Check key={kind} isChecked={settings[kind] ?? true} onChange={(value) => set({ [kind]: value })}>
            {t(`alerts.kind.${kind}`)}
          </Check>
        ))}
        <Field label={t('alerts.webhook')} hint={t('alerts.webhookHint')}>
          <input
            className="input"
            type="url"
            value={settings.webhook_url ?? ''}
            onChange={(event) => set({ webhook_url: event.target.value || null })}
          />
        </Field>
      </fieldset>
      {settings.webhook_url && mayEdit && <AlertSecret />}
    </Card>
  )
}

function percentOf(share: number | false | undefined, otherwise: number): number | undefined {
  return share === false ? undefined : share === undefined ? otherwise : Math.round(share * 1000) / 10
}

function AlertHistory() {
  const words = useWords()
  const { t } = words
  const format = useFormat()
  return (
    <Card flush title={t('alerts.title')}>
      <Loaded query={useAlerts()}>
        {(alerts) => (
          <DataTable
            empty={<EmptyState title={t('alerts.none')}>{t('alerts.noneAbout')}</EmptyState>}
            caption={t('alerts.text')}
            rows={alerts}
            rowKey={({ id }) => id}
            columns={[
              {
                title: t('alerts.title'),
                cell: (alert) => `${t(`alerts.kind.${alert.kind}`)}: ${alertMessage(words, format, alert)}`,
              },
              { title: t('alerts.since'), cell: ({ opened_at }) => format.dateTime(opened_at) },
              {
                title: t('common.state'),
                cell: ({ closed_at, acknowledged_by }) =>
                  closed_at
                    ? t('alerts.over')
                    : acknowledged_by
                      ? t('alerts.seenBy', { who: acknowledged_by })
                      : t('alerts.open'),
              },
              { title: t('alerts.delivery'), lessImportant: true, cell: ({ delivery }) => delivery ?? '–' },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

function AlertSecret() {
  const { t } = useWords()
  const api = useApi()
  const { role } = useSigned().session
  const [isShown, setShown] = useState(false)
  const secret = useQuery({
    queryKey: [api.shop, 'alert-secret'],
    queryFn: () => api.alertSecret(),
    enabled: isShown,
  })
  if (role !== 'owner' && role !== 'developer') return null
  return (
    <div className="field">
      <span>{t('alerts.secret')}</span>
      {secret.data ? (
        <CodeSnippet text={secret.data} />
      ) : (
        <Button onClick={() => setShown(true)} aria-label={`${t('alerts.secret')}: ${t('alerts.showSecret')}`}>
          {t('alerts.showSecret')}
        </Button>
      )}
      <small>{t('alerts.secretHint')}</small>
    </div>
  )
}
