import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportJob } from '@vitrine/client/admin'
import { useState } from 'react'
import { useIsLive } from '../../api/live.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { Bar } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ImportPreview } from './import-preview.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'

const EVERY_MS = 1500
const COLOR = { waiting: '', running: 'accent', done: 'good', failed: 'bad' }

export function Imports() {
  const { t } = useWords()
  const api = useApi()
  const client = useQueryClient()
  const mayEdit = useMayEdit()
  const isLive = useIsLive()
  const imports = useQuery({
    queryKey: [api.shop, 'imports'],
    queryFn: () => api.imports(),
    refetchInterval: ({ state }) =>
      !isLive && state.data?.some((job) => job.state === 'waiting' || job.state === 'running') ? EVERY_MS : false,
  })
  const [file, setFile] = useState<File>()
  const check = useMutation({
    mutationFn: (chosen: File) => api.checkImport(chosen),
  })
  const start = useMutation({
    mutationFn: (chosen: File) => api.importFile(chosen, chosen.name),
    onSuccess: () => {
      setFile(undefined)
      check.reset()
      void client.invalidateQueries({ queryKey: [api.shop, 'imports'] })
    },
  })
  return (
    <div className="stack">
      {mayEdit && (
        <Card title={t('imports.new')} about={t('imports.about')}>
          <FileField
            label={t('imports.file')}
            accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xml,.zip,.gz"
            disabled={start.isPending || check.isPending}
            onChoose={(chosen) => {
              setFile(chosen)
              check.mutate(chosen)
            }}
          />
        </Card>
      )}
      {file && check.data && (
        <ImportPreview
          file={file.name}
          check={check.data}
          isBusy={start.isPending}
          onImport={() => start.mutate(file)}
          onCancel={() => {
            setFile(undefined)
            check.reset()
          }}
        />
      )}
      <Loaded query={imports}>
        {(jobs) => (
          <Card flush title={t('imports.past')}>
            {jobs.length === 0 ? (
              <EmptyState title={t('imports.none')} link={{ to: '/catalog?tab=connect', label: t('connect.title') }}>
                {t('imports.noneAbout')}
              </EmptyState>
            ) : (
              <ul className="list">
                {jobs.map((job) => (
                  <Job key={job.id} job={job} />
                ))}
              </ul>
            )}
          </Card>
        )}
      </Loaded>
    </div>
  )
}

function Job({ job }: { job: ImportJob }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <li className="stack-s">
      <div className="spread">
        <div>
          <strong>{job.file}</strong>
          <div className="small soft">
            {job.actor} · {format.ago(job.created_at)}
          </div>
        </div>
        <span className={`badge ${COLOR[job.state]}`}>{t(`imports.state.${job.state}`)}</span>
      </div>
      {job.state === 'running' && <Bar share={job.progress} />}
      <p role="status">
        {t('imports.counts', {
          created: format.number(job.created),
          updated: format.number(job.updated),
          unchanged: format.number(job.unchanged),
          rejected: format.number(job.rejected),
        })}
      </p>
      {job.error && <p className="bad-text">{job.error}</p>}
      {job.faults.length > 0 && (
        <ul className="plain-list small">
          {job.faults.slice(0, 20).map((fault) => (
            <li key={`${fault.line}-${fault.error}`}>{t('imports.fault', { line: fault.line, error: fault.error })}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
