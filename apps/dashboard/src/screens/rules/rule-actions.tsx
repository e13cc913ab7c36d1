import { ProductList } from '../../products/product-list.tsx'
import { Field, NumberField } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'
import { hideIn, pinAt, type Rule, unpin } from './rule.ts'
import type { BoostTarget } from './target.ts'
import { Targets } from './targets.tsx'

interface ActionProps {
  rule: Rule
  setRule: (rule: Rule) => void
}

export function RuleActions({ rule, setRule }: ActionProps) {
  const { t } = useWords()
  const change = (more: Partial<Rule>) => setRule({ ...rule, ...more })
  return (
    <>
      <Pinned rule={rule} setRule={setRule} />
      <fieldset className="stack-s">
        <legend>
          <h3>{t('rules.hidden')}</h3>
        </legend>
        <ProductList
          ids={rule.hide ?? []}
          label={t('rules.addHidden')}
          onAdd={(id) => setRule(hideIn(rule, id))}
          onRemove={(id) => change({ hide: rule.hide?.filter((one) => one !== id) })}
        />
      </fieldset>
      <Targets
        title={t('rules.hiddenWhere')}
        targets={rule.hide_where ?? []}
        start={{}}
        onChange={(hide_where) => change({ hide_where })}
      />
      {(['boost', 'bury'] as const).map((action) => (
        <Targets<BoostTarget>
          key={action}
          title={t(action === 'boost' ? 'rules.boosted' : 'rules.buried')}
          targets={rule[action] ?? []}
          start={{ weight: 3 }}
          extra={(target, more) => <Strength weight={target.weight ?? 3} onChange={(weight) => more({ weight })} />}
          onChange={(targets) => change({ [action]: targets })}
        />
      ))}
    </>
  )
}

function Strength({ weight, onChange }: { weight: number; onChange: (weight: number) => void }) {
  const { t } = useWords()
  return (
    <Field label={t('rules.weight', { weight })}>
      <input type="range" min="1" max="10" value={weight} onChange={(event) => onChange(Number(event.target.value))} />
    </Field>
  )
}

function Pinned({ rule, setRule }: ActionProps) {
  const { t } = useWords()
  const last = Math.max(0, ...(rule.pin ?? []).map((one) => one.position))
  return (
    <>
      <fieldset className="stack-s">
        <legend>
          <h3>{t('rules.pinned')}</h3>
        </legend>
        <ProductList
          ids={(rule.pin ?? []).map((one) => one.product_id)}
          label={t('rules.addPinned')}
          position={(id) => rule.pin?.find((one) => one.product_id === id)?.position}
          onPosition={(id, position) => setRule(pinAt(rule, id, position))}
          onAdd={(id) => setRule(pinAt(rule, id, last + 1))}
          onRemove={(id) => setRule(unpin(rule, id))}
        />
      </fieldset>
      <Targets
        title={t('rules.pinnedWhere')}
        about={t('rules.pinnedWhereAbout')}
        targets={rule.pin_where ?? []}
        start={{ position: 1, limit: 1 }}
        extra={(target, more) => (
          <>
            <NumberField
              label={t('rules.fromPosition')}
              min={1}
              step={1}
              value={target.position}
              onChange={(position) => more({ position: position ?? 1 })}
            />
            <NumberField
              label={t('rules.howMany')}
              min={1}
              max={50}
              step={1}
              value={target.limit ?? 1}
              onChange={(limit) => more({ limit: limit ?? 1 })}
            />
          </>
        )}
        onChange={(pin_where) => setRule({ ...rule, pin_where })}
      />
    </>
  )
}
