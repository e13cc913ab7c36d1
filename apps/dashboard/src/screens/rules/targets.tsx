/** What a rule moves up or down: products of a vendor, a type or with a tag. */
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useWords } from '../../words/words.tsx'
import type { Rule } from './rule.ts'

type Target = NonNullable<Rule['boost']>[number]
const ATTRIBUTES = ['tag', 'vendor', 'product_type'] as const

interface TargetsProps {
  title: string
  targets: Target[]
  onChange: (targets: Target[]) => void
}

export function Targets({ title, targets, onChange }: TargetsProps) {
  const { t } = useWords()
  const set = (index: number, target: Target) => onChange(targets.map((one, at) => (at === index ? target : one)))
  // Targets have no id; their place is what tells them apart.
  const rows = targets.map((target, place) => ({ target, place }))
  return (
    <fieldset className="stack-s">
      <legend>
        <h3>{title}</h3>
      </legend>
      {rows.map(({ target, place }) => (
        <TargetRow
          key={place}
          target={target}
          onChange={(next) => set(place, next)}
          onRemove={() => onChange(targets.filter((one) => one !== target))}
        />
      ))}
      <div>
        <Button small icon="plus" onClick={() => onChange([...targets, { tag: '', weight: 3 }])}>
          {t('rules.addTarget')}
        </Button>
      </div>
    </fieldset>
  )
}

interface TargetRowProps {
  target: Target
  onChange: (target: Target) => void
  onRemove: () => void
}

function TargetRow({ target, onChange, onRemove }: TargetRowProps) {
  const { t } = useWords()
  const attribute = ATTRIBUTES.find((one) => target[one] !== undefined)
  const weight = target.weight ?? 1
  return (
    <div className="fields">
      {attribute ? (
        <>
          <Field label={t('rules.attribute')}>
            <select
              className="input"
              value={attribute}
              onChange={(event) => onChange({ weight, [event.target.value]: target[attribute] })}
            >
              {ATTRIBUTES.map((one) => (
                <option key={one} value={one}>
                  {t(`rules.attribute.${one}`)}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t('rules.value')}>
            <input
              className="input"
              required
              value={target[attribute] ?? ''}
              onChange={(event) => onChange({ ...target, [attribute]: event.target.value })}
            />
          </Field>
        </>
      ) : (
        <p className="mono">{JSON.stringify({ ...target, weight: undefined })}</p>
      )}
      <Field label={t('rules.weight', { weight })}>
        <input
          type="range"
          min="1"
          max="10"
          value={weight}
          onChange={(event) => onChange({ ...target, weight: Number(event.target.value) })}
        />
      </Field>
      <Button small kind="plain" onClick={onRemove}>
        {t('common.remove')}
      </Button>
    </div>
  )
}
