import { useWords } from '../messages/messages.tsx'
import type { Change } from './changes.ts'
import type { Json } from './patch.ts'
import { toYaml } from './yaml.ts'

interface ChangeListProps {
  changes: readonly Change[]
  titles?: [string, string]
}

export function ChangeList({ changes, titles }: ChangeListProps) {
  const { t } = useWords()
  if (changes.length === 0) return <p className="soft">{t('draft.none')}</p>
  return (
    <ul className="changes">
      {changes.map(({ path, before, after }) => (
        <li key={path.join('/')}>
          <h3>
            <span className="soft">{path.slice(0, -1).join(' › ')}</span> {path.at(-1)}{' '}
            <span className={`badge ${kindOf(before, after)[1]}`}>{t(`draft.kind.${kindOf(before, after)[0]}`)}</span>
          </h3>
          <div className="before-after">
            {before !== undefined && (
              <Side
                kind="before"
                title={titles?.[0] ?? t('draft.before')}
                visible={titles !== undefined}
                value={before}
              />
            )}
            {after !== undefined && (
              <Side kind="after" title={titles?.[1] ?? t('draft.after')} visible={titles !== undefined} value={after} />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

interface SideProps {
  kind: 'before' | 'after'
  title: string
  visible: boolean
  value: Json
}

function Side({ kind, title, visible, value }: SideProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={kind} aria-label={title} tabIndex={0}>
      {visible && <strong className="small">{title}</strong>}
      <pre>{toYaml(value)}</pre>
    </section>
  )
}

function kindOf(before: unknown, after: unknown): ['added' | 'removed' | 'changed', string] {
  if (before === undefined) return ['added', 'good']
  return after === undefined ? ['removed', 'bad'] : ['changed', 'accent']
}
