import type { ProductId } from '@vitrine/client/admin'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icons.tsx'
import { useWords } from '../../messages/messages.tsx'
import type { PlaceRule } from './use-place-rule.ts'

interface TileActionsProps {
  id: ProductId
  title: string
  rank: number
  placeRule: PlaceRule | undefined
  onExplain: (productId: ProductId) => void
}

export function TileActions({ id, title, rank, placeRule, onExplain }: TileActionsProps) {
  const { t } = useWords()
  return (
    <div className="tile-actions">
      {placeRule && <RuleActions id={id} title={title} rank={rank} placeRule={placeRule} />}
      <Action icon="why" label={t('workbench.whyOf', { title })} onClick={() => onExplain(id)} />
    </div>
  )
}

interface RuleActionsProps extends Omit<TileActionsProps, 'onExplain'> {
  placeRule: PlaceRule
}

function RuleActions({ id, title, rank, placeRule }: RuleActionsProps) {
  const { t } = useWords()
  const isPinned = placeRule.isPinned(id)
  return (
    <>
      <Action
        icon="pin"
        isOn={isPinned}
        label={t(isPinned ? 'workbench.unpinOf' : 'workbench.pinOf', { title })}
        onClick={() => (isPinned ? placeRule.unpin(id) : placeRule.pin(id, rank))}
      />
      {(['boost', 'bury'] as const).map((action) => (
        <Action
          key={action}
          icon={action === 'boost' ? 'up' : 'down'}
          isOn={placeRule.isWeighed(action, id)}
          label={t(action === 'boost' ? 'workbench.boostOf' : 'workbench.buryOf', { title })}
          onClick={() => placeRule.toggleWeight(action, id)}
        />
      ))}
      <Action icon="hide" label={t('workbench.hideOf', { title })} onClick={() => placeRule.hide(id)} />
    </>
  )
}

interface ActionProps {
  icon: IconName
  label: string
  isOn?: boolean
  onClick: () => void
}

function Action({ icon, label, isOn, onClick }: ActionProps) {
  return (
    <Button small kind="plain" icon={icon} aria-label={label} title={label} aria-pressed={isOn} onClick={onClick} />
  )
}
