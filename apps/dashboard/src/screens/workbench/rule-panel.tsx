/** Edits the rule, and lists the other rules that act on the same query or collection. */
import type { RuleTouch } from '@vitrine/client/admin'
import { useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import { ProductList } from '../../products/product-list.tsx'
import { useProductsById } from '../../products/use-products.ts'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/field.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'
import { doesAnything } from '../rules/rule.ts'
import { RuleDialog } from '../rules/rule-dialog.tsx'
import { useRuleNames } from '../rules/use-rule-names.ts'
import { Actions, Condition } from '../rules/rules.tsx'
import type { PlaceRule } from './use-place-rule.ts'
import type { Place } from './use-preview.ts'

interface RulePanelProps {
  placeRule: PlaceRule
  place: Place
  touches: readonly RuleTouch[]
}

export function RulePanel({ placeRule, place, touches }: RulePanelProps) {
  const { t } = useWords()
  const { config } = useDraft()
  const mayEdit = useMayEdit()
  const [editing, setEditing] = useState(false)
  const { rule } = placeRule
  const { pin = [], hide = [] } = rule
  const acting = new Set(touches.map((touch) => touch.rule))
  const others = (config.search?.rules ?? []).filter(({ id }) => id !== rule.id && acting.has(String(id)))
  const isEmpty = !doesAnything(rule)
  return (
    <aside className="rule-panel" aria-label={t('workbench.rules')}>
      <Card title={t(place.collection === undefined ? 'workbench.rules' : 'workbench.rulesCollection')}>
        <div className="stack">
          {isEmpty ? (
            <p className="soft">{t(mayEdit ? 'workbench.noRule' : 'workbench.noRuleHere')}</p>
          ) : (
            <div className="stack-s">
              <p>
                <Condition rule={rule} />: <Actions rule={rule} />.
              </p>
              <p className="soft small">
                {place.collection === undefined ? t('workbench.touchesQuery') : t('workbench.touchesCollection')}
              </p>
            </div>
          )}
          {mayEdit && !isEmpty && (
            <>
              <DateField
                label={t('workbench.ends')}
                value={rule.ends_at}
                onChange={(ends_at) => placeRule.change({ ends_at })}
              />
              {pin.length > 0 && (
                <div>
                  <h3>{t('rules.pinned')}</h3>
                  <ProductList
                    ids={pin.map((one) => one.product_id)}
                    label={t('rules.addPinned')}
                    position={(id) => pin.find((one) => one.product_id === id)?.position}
                    onPosition={placeRule.pin}
                    onAdd={(id) => placeRule.pin(id, 1)}
                    onRemove={placeRule.unpin}
                  />
                </div>
              )}
              {hide.length > 0 && (
                <div>
                  <h3>{t('rules.hidden')}</h3>
                  <ProductList
                    ids={hide}
                    label={t('rules.addHidden')}
                    onAdd={placeRule.hide}
                    onRemove={placeRule.show}
                  />
                </div>
              )}
            </>
          )}
          {mayEdit && (
            <div className="row">
              <Button small onClick={() => setEditing(true)}>
                {t('workbench.moreOfRule')}
              </Button>
            </div>
          )}
          {others.length > 0 && (
            <div>
              <h3>{t('workbench.beside')}</h3>
              <ul className="plain-list">
                {others.map((other) => (
                  <li key={other.id}>
                    <Condition rule={other} />: <Actions rule={other} />
                  </li>
                ))}
              </ul>
            </div>
          )}
          <Lost touches={touches} />
        </div>
      </Card>
      {editing && (
        <RuleDialog
          rule={rule}
          onClose={() => setEditing(false)}
          onSave={(edited) => {
            placeRule.replace(edited)
            setEditing(false)
          }}
        />
      )}
    </aside>
  )
}

/** Lists effects that other rules have overridden. */
function Lost({ touches }: { touches: readonly RuleTouch[] }) {
  const { t } = useWords()
  const nameOf = useRuleNames()
  const lost = touches.filter(({ acts, moved_by: movedBy }) => !acts || movedBy !== null)
  const products = useProductsById(lost.flatMap(({ product_id: id }) => (id === null ? [] : [id])))
  if (lost.length === 0) return null
  const describe = ({ rule, action, product_id: id, reason, lost_to: winner, moved_by: movedBy }: RuleTouch) => {
    const what = id === null ? '' : `“${products.get(id)?.title ?? id}”`
    const why = reason
      ? t(`rules.lost.${reason}`, { rule: nameOf(winner) })
      : t('rules.movedBy', { rule: nameOf(movedBy) })
    return `${nameOf(rule)}: ${t(`rules.action.${action}`)} ${what} – ${why}`
  }
  return (
    <div>
      <h3>{t('rules.lost')}</h3>
      <ul className="plain-list">
        {[...new Set(lost.map(describe))].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="small soft">{t('rules.precedence')}</p>
    </div>
  )
}
