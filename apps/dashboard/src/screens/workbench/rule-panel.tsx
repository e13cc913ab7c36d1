/** What the draft's rule for this place does besides, until when, and which other rules act here. */
import { useDraft } from '../../draft/draft.tsx'
import { ProductName } from '../../products/product-name.tsx'
import { useProductsById } from '../../products/use-products.ts'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/field.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../words/words.tsx'
import { doesAnything, rulesBeside } from '../rules/rule.ts'
import { Actions, Condition } from '../rules/rules.tsx'
import type { PlaceRule } from './use-place-rule.ts'
import type { Place } from './use-preview.ts'

export function RulePanel({ placeRule, place }: { placeRule: PlaceRule; place: Place }) {
  const { t } = useWords()
  const { config } = useDraft()
  const mayEdit = useMayEdit()
  const { rule } = placeRule
  const beside = rulesBeside(rule, config.search?.rules ?? [])
  if (!doesAnything(rule) && beside.length === 0) return null
  return (
    <Card title={t('workbench.rules')}>
      <div className="stack">
        {doesAnything(rule) && (
          <div className="stack-s">
            <p>
              <Condition rule={rule} />: <Actions rule={rule} />.{' '}
              <span className="soft">
                {place.collection === undefined ? t('workbench.touchesQuery') : t('workbench.touchesCollection')}
              </span>
            </p>
            {mayEdit && (
              <div className="narrow">
                <DateField
                  label={t('workbench.ends')}
                  value={rule.ends_at}
                  onChange={(ends_at) => placeRule.change({ ends_at })}
                />
              </div>
            )}
            {mayEdit && <Hidden placeRule={placeRule} />}
          </div>
        )}
        {beside.length > 0 && (
          <div>
            <h3>{t('workbench.beside')}</h3>
            <ul className="plain-list">
              {beside.map((other) => (
                <li key={other.id}>
                  <Condition rule={other} />: <Actions rule={other} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
  )
}

function Hidden({ placeRule }: { placeRule: PlaceRule }) {
  const { t } = useWords()
  const ids = placeRule.rule.hide ?? []
  const products = useProductsById(ids)
  if (ids.length === 0) return null
  return (
    <div>
      <h3>{t('rules.hidden')}</h3>
      <ul className="product-list">
        {ids.map((id) => (
          <li key={id} className="spread">
            <ProductName id={id} product={products.get(id)} />
            <Button small kind="plain" onClick={() => placeRule.show(id)}>
              {t('workbench.showAgain')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
