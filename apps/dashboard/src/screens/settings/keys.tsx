import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeyView } from '@vitrine/client/admin'
import { type FormEvent, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { CodeSnippet } from '../../ui/code-snippet.tsx'
import { useWords } from '../../messages/messages.tsx'

const KINDS: KeyView['kind'][] = ['storefront', 'server', 'admin']

export function Keys() {
  const { t } = useWords()
  const api = useApi()
  const client = useQueryClient()
  const keys = useQuery({ queryKey: [api.shop, 'keys'], queryFn: () => api.keys() })
  const [issued, setIssued] = useState<string | null>(null)
  const refresh = () => void client.invalidateQueries({ queryKey: [api.shop, 'keys'] })
  const issue = useMutation({
    mutationFn: api.issueKey,
    onSuccess: ({ key }) => {
      setIssued(key)
      refresh()
    },
  })
  const revoke = useMutation({ mutationFn: api.revokeKey, onSuccess: refresh })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { label, kind } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    issue.mutate({ label: label!, kind: kind as KeyView['kind'] })
    event.currentTarget.reset()
  }
  return (
    <div className="stack">
      <Card title={t('keys.new')}>
        <form className="fields" onSubmit={submit}>
          <Field label={t('keys.label')}>
            <input className="input" name="label" required maxLength={200} />
          </Field>
          <Field label={t('keys.kind')}>
            <select className="input" name="kind">
              {KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`keys.kind.${kind}`)}
                </option>
              ))}
            </select>
          </Field>
          <Button kind="primary" type="submit" disabled={issue.isPending}>
            {t('keys.issue')}
          </Button>
        </form>
      </Card>
      <Card flush title={t('settings.tab.keys')}>
        <Loaded query={keys}>
          {(rows) => (
            <KeyTable
              keys={rows}
              onRevoke={(key) => confirm(t('keys.confirm', { label: key.label })) && revoke.mutate(key.id)}
            />
          )}
        </Loaded>
      </Card>
      {issued && (
        <Dialog title={t('keys.issued')} onClose={() => setIssued(null)}>
          <p className="soft">{t('keys.issuedAbout')}</p>
          <CodeSnippet text={issued} label={t('keys.issued')} />
        </Dialog>
      )}
    </div>
  )
}

function KeyTable({ keys, onRevoke }: { keys: KeyView[]; onRevoke: (key: KeyView) => void }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <DataTable
      caption={t('settings.tab.keys')}
      rows={keys}
      rowKey={(key) => key.id}
      columns={[
        { title: t('keys.label'), cell: (key) => key.label },
        { title: t('keys.kind'), cell: (key) => t(`keys.kind.${key.kind}`) },
        { title: t('keys.created'), lessImportant: true, cell: (key) => format.dateTime(key.created_at) },
        {
          title: t('common.state'),
          cell: (key) =>
            key.revoked_at ? (
              <span className="badge bad">{t('keys.revoked')}</span>
            ) : (
              <span className="badge good">{t('keys.good')}</span>
            ),
        },
      ]}
      actions={(key) =>
        !key.revoked_at && (
          <Button
            small
            kind="plain"
            aria-label={t('keys.revokeOf', { label: key.label })}
            onClick={() => onRevoke(key)}
          >
            {t('keys.revoke')}
          </Button>
        )
      }
    />
  )
}
