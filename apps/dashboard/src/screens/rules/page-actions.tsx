import { useFilters } from '../../draft/use-effective.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Choice, Field } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'
import type { Rule } from './rule.ts'

interface PageActionsProps {
  rule: Rule
  change: (more: Partial<Rule>) => void
}

export function PageActions({ rule, change }: PageActionsProps) {
  const { t } = useWords()
  return (
    <>
      <Recommendations rule={rule} change={change} />
      <Field label={t('rules.redirect')} hint={t('rules.redirectHint')}>
        <input
          className="input"
          value={rule.redirect ?? ''}
          onChange={(event) => change({ redirect: event.target.value || null })}
        />
      </Field>
      <Content content={rule.content ?? []} onChange={(content) => change({ content })} />
      <Filters rule={rule} change={change} />
    </>
  )
}

function Recommendations({ rule: { recommendations: where }, change }: PageActionsProps) {
  const { t } = useWords()
  const types = Array.isArray(where) ? where.join(', ') : null
  return (
    <Choice
      label={t('rules.recommendations')}
      none={t('rules.recommendations.no')}
      value={types ?? (where ? 'all' : '')}
      options={[
        { value: 'all', label: t('rules.recommendations.all') },
        ...(types ? [{ value: types, label: types }] : []),
      ]}
      onChange={(value) => change({ recommendations: value === types ? where : value === 'all' || undefined })}
    />
  )
}

type Slot = NonNullable<Rule['content']>[number]
const SLOT_FIELDS = ['slot', 'title', 'text', 'image_url', 'url'] as const

function Content({ content, onChange }: { content: Slot[]; onChange: (content: Slot[]) => void }) {
  const { t } = useWords()
  const rows = content.map((slot, place) => ({ slot, place }))
  const set = (place: number, slot: Slot) => onChange(content.map((one, at) => (at === place ? slot : one)))
  return (
    <fieldset className="stack-s">
      <legend>
        <h3>{t('rules.content')}</h3>
      </legend>
      <p className="small soft">{t('rules.contentAbout')}</p>
      {rows.map(({ slot, place }) => (
        <div key={place} className="target fields">
          {SLOT_FIELDS.map((name) => (
            <Field key={name} label={t(`rules.content.${name}`)}>
              <input
                className="input"
                required={name === 'slot'}
                value={slot[name] ?? ''}
                onChange={(event) => set(place, { ...slot, [name]: event.target.value || undefined } as Slot)}
              />
            </Field>
          ))}
          <Button small kind="plain" onClick={() => onChange(content.filter((one) => one !== slot))}>
            {t('common.remove')}
          </Button>
        </div>
      ))}
      <div>
        <Button small icon="plus" onClick={() => onChange([...content, { slot: 'banner' }])}>
          {t('rules.addContent')}
        </Button>
      </div>
    </fieldset>
  )
}

function Filters({ rule: { filters = {} }, change }: PageActionsProps) {
  const { t } = useWords()
  const all = useFilters()
  if (all.length === 0) return null
  const mode = filters.replace ? 'replace' : filters.add ? 'add' : ''
  const keys = filters.replace ?? filters.add ?? []
  // A rule can have both `add` and `replace`. Only the list that the form shows is changed.
  const choose = (chosen: string[]) => change({ filters: { ...filters, [mode]: chosen } })
  const toggle = (key: string) => (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])
  return (
    <fieldset className="stack-s">
      <legend>
        <h3>{t('rules.filters')}</h3>
      </legend>
      <Choice
        label={t('rules.filtersDo')}
        none={t('rules.filters.none')}
        value={mode}
        options={[
          { value: 'add', label: t('rules.filters.add') },
          { value: 'replace', label: t('rules.filters.replace') },
        ]}
        onChange={(next) => change({ filters: next === '' ? undefined : { [next]: keys } })}
      />
      {mode !== '' && (
        <div className="row">
          {all.map(({ key, title }) => (
            <Check key={key} isChecked={keys.includes(key)} onChange={() => choose(toggle(key))}>
              {title}
            </Check>
          ))}
        </div>
      )}
    </fieldset>
  )
}
