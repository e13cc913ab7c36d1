import type { ReactNode } from 'react'
import { MatchCount } from '../../products/match-count.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'
import { ATTRIBUTES, type Attribute, attributesOf, filterOf, startOf, type Target } from './target.ts'
import { TargetValue } from './target-value.tsx'

interface TargetsProps<T extends Target> {
  title: string
  about?: string
  targets: T[]
  start: Omit<T, Attribute>
  /** Inputs for settings other than conditions, such as strength or position. */
  extra?: (target: T, change: (more: Partial<T>) => void) => ReactNode
  onChange: (targets: T[]) => void
}

export function Targets<T extends Target>({ title, about, targets, start, extra, onChange }: TargetsProps<T>) {
  const { t } = useWords()
  const set = (index: number, target: T) => onChange(targets.map((one, at) => (at === index ? target : one)))
  // Targets have no id, so the index is the key.
  const rows = targets.map((target, place) => ({ target, place }))
  return (
    <fieldset className="stack-s">
      <legend>
        <h3>{title}</h3>
      </legend>
      {about && <p className="small soft">{about}</p>}
      {rows.map(({ target, place }) => (
        <div key={place} className="target stack-s">
          <Conditions target={target} onChange={(next) => set(place, next)} />
          <div className="fields">
            {extra?.(target, (more) => set(place, { ...target, ...more }))}
            <div className="row">
              <MatchCount filter={filterOf(target)} />
              <Button small kind="plain" onClick={() => onChange(targets.filter((one) => one !== target))}>
                {t('common.remove')}
              </Button>
            </div>
          </div>
        </div>
      ))}
      <div>
        <Button small icon="plus" onClick={() => onChange([...targets, { ...start, tag: '' } as unknown as T])}>
          {t('rules.addTarget')}
        </Button>
      </div>
    </fieldset>
  )
}

function Conditions<T extends Target>({ target, onChange }: { target: T; onChange: (target: T) => void }) {
  const { t } = useWords()
  const used = attributesOf(target)
  const free = ATTRIBUTES.filter((one) => !used.includes(one))
  const replace = (from: Attribute, to: Attribute) => {
    const { [from]: _, ...rest } = target
    onChange({ ...rest, ...startOf(to) } as T)
  }
  return (
    <>
      {used.map((attribute) => (
        <div key={attribute} className="fields">
          <Choice
            label={t('rules.attribute')}
            value={attribute}
            options={[attribute, ...free].map((value) => ({ value, label: t(`rules.attribute.${value}`) }))}
            onChange={(to) => replace(attribute, to)}
          />
          <TargetValue
            attribute={attribute}
            target={target}
            onChange={(more) => onChange({ ...target, ...more } as T)}
          />
        </div>
      ))}
      {free[0] && (
        <div>
          <Button small kind="plain" onClick={() => onChange({ ...target, ...startOf(free[0] as Attribute) } as T)}>
            {t('rules.andAttribute')}
          </Button>
        </div>
      )}
    </>
  )
}
