/** Changes of a configuration, before and after side by side. */
import { useWords } from '../words/words.tsx'
import type { Change } from './changes.ts'
import type { Json } from './patch.ts'
import { toYaml } from './yaml.ts'

export function ChangeList({ changes }: { changes: readonly Change[] }) {
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
            {before !== undefined && <Side kind="before" title={t('draft.before')} value={before} />}
            {after !== undefined && <Side kind="after" title={t('draft.after')} value={after} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Side({ kind, title, value }: { kind: string; title: string; value: Json }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={kind} aria-label={title} tabIndex={0}>
      <pre>{toYaml(value)}</pre>
    </section>
  )
}

function kindOf(before: unknown, after: unknown): ['added' | 'removed' | 'changed', string] {
  if (before === undefined) return ['added', 'good']
  return after === undefined ? ['removed', 'bad'] : ['changed', 'accent']
}
