import { useDraft } from '../../draft/draft.tsx'
import { Choice } from '../../ui/field.tsx'

interface CollectionChoiceProps {
  label: string
  none: string
  value: string
  onChange: (handle: string) => void
}

export function CollectionChoice({ label, none, value, onChange }: CollectionChoiceProps) {
  const { collections = [] } = useDraft().config
  const options = collections.map(({ handle, title }) => ({ value: handle, label: title }))
  const known = collections.find(({ id, handle }) => handle === value || String(id) === value)
  // A rule can name a deleted collection. Without this option, the field would look empty.
  const all = known || value === '' ? options : [{ value, label: value }, ...options]
  return <Choice label={label} none={none} value={known?.handle ?? value} options={all} onChange={onChange} />
}
