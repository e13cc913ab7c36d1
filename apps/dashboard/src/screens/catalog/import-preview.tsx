import type { ImportCheck } from '@vitrine/client/admin'
import { useFormat } from '../../format/use-format.ts'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'

interface Props {
  file: string
  check: ImportCheck
  isBusy: boolean
  onImport: () => void
  onCancel: () => void
}

const MAX_SHOWN = 20

export function ImportPreview({ file, check, isBusy, onImport, onCancel }: Props) {
  const { t } = useWords()
  const format = useFormat()
  const { detected, products, variants, rejected, first, unmapped, faults, notes } = check
  return (
    <Card title={t('imports.check.title', { file })}>
      <div className="stack">
        {detected.map((source) => (
          <p key={`${source.file}-${source.name}`}>{t('imports.check.detected', { title: source.title })}</p>
        ))}
        <p role="status">
          {t('imports.check.counts', {
            products: format.number(products),
            variants: format.number(variants),
            rejected: format.number(rejected),
          })}
        </p>
        <Lines lines={faults.map((fault) => t('imports.fault', { line: fault.line, error: fault.error }))} />
        <Lines lines={notes.map(({ text }) => text)} />
        <Lines
          lines={unmapped.map(({ field, metafield, type }) =>
            metafield === null
              ? t('imports.check.left', { field, reason: type })
              : t('imports.check.kept', { field, metafield }),
          )}
        />
        {first && (
          <>
            <h3>{t('imports.check.first', { line: first.line })}</h3>
            <FieldTable title={t('imports.check.source')} records={first.source} />
            <FieldTable title={t('imports.check.product')} records={[first.product]} />
          </>
        )}
        <div className="row">
          <button type="button" className="button primary" disabled={isBusy || products === 0} onClick={onImport}>
            {t('imports.check.go')}
          </button>
          <button type="button" className="button" onClick={onCancel}>
            {t('imports.check.cancel')}
          </button>
        </div>
      </div>
    </Card>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="plain-list small">
      {lines.slice(0, MAX_SHOWN).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function FieldTable({ title, records }: { title: string; records: Record<string, unknown>[] }) {
  return (
    <section className="stack-s" aria-label={title}>
      <h4>{title}</h4>
      {records.map((record, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the records of a file have no id but their position
        <dl className="small" key={place}>
          {Object.entries(record)
            .filter(([, value]) => !isEmpty(value))
            .map(([name, value]) => (
              <div key={name}>
                <dt>
                  <strong>{name}</strong>
                </dt>
                <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
        </dl>
      ))}
    </section>
  )
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
