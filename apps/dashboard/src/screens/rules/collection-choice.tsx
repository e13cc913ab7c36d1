import { useDraft } from '../../draft/draft.tsx'
import { Choice } from '../../ui/choice.tsx'

interface CollectionChoiceProps {
  label: string
  none: string
  /** Handle or id. */
  value: string
  onChange: (handle: string) => void
}

export function CollectionChoice({ label, none, value, onChange }: CollectionChoiceProps) {
  const { collections = [] } = useDraft().config
  const options = collections.map(({ handle, title }) => ({ value: handle, label: title }))
  const known = collections.find(({ id, handle }) => handle === value || String(id) === value)
  // One that is no longer there stays visible, or the rule would change by being looked at.
  const all = known || value === '' ? options : [{ value, label: value }, ...options]
  return <Choice label={label} none={none} value={known?.handle ?? value} options={all} onChange={onChange} />
}
