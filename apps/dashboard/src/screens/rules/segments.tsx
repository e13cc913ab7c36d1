/** A change to a segment affects every rule that uses the segment. */
import { type FormEvent, useState } from 'react'
import { useDraft } from '../../draft/draft.tsx'
import type { Json } from '../../draft/patch.ts'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog, FormFoot } from '../../ui/dialog.tsx'
import { EditButtons } from '../../ui/edit-buttons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'
import { describeWhen } from './describe-when.ts'
import { newRuleId, ruleName, type Segment } from './rule.ts'
import { SegmentFields } from './segment-fields.tsx'

export function Segments() {
  const { t } = useWords()
  const { config, edit } = useDraft()
  const mayEdit = useMayEdit()
  const [editing, setEditing] = useState<Segment | null>(null)
  const { segments = [], rules = [] } = config.search ?? {}
  const set = (next: Segment[]) => edit({ search: { segments: next as Json } })
  const usersOf = (segment: Segment) => rules.filter(({ when }) => when.segment?.id === segment.id)
  const save = (segment: Segment) => {
    const isNew = segment.id === ''
    const named = isNew ? { ...segment, id: newRuleId(segment.name, segments) } : segment
    set(isNew ? [...segments, named] : segments.map((one) => (one.id === named.id ? named : one)))
    setEditing(null)
  }
  return (
    <Card
      flush
      title={t('segments.title')}
      about={t('segments.about')}
      actions={
        mayEdit && (
          <Button small icon="plus" onClick={() => setEditing({ id: '', name: '' })}>
            {t('segments.new')}
          </Button>
        )
      }
    >
      <DataTable
        empty={<EmptyState title={t('segments.none')} />}
        caption={t('segments.title')}
        stacks
        rows={segments}
        rowKey={({ id }) => id}
        columns={[
          { title: t('rules.name'), cell: ({ name }) => name },
          { title: t('rules.shopper'), cell: ({ id: _, ...segment }) => describeWhen({ segment }, t) },
          { title: t('nav.rules'), cell: (segment) => usersOf(segment).map(ruleName).join(', ') || '–' },
        ]}
        actions={(segment) =>
          mayEdit && (
            <EditButtons
              name={segment.name}
              onEdit={() => setEditing(segment)}
              onRemove={usersOf(segment).length > 0 ? undefined : () => set(segments.filter((one) => one !== segment))}
            />
          )
        }
      />
      {editing && <SegmentDialog segment={editing} onSave={save} onClose={() => setEditing(null)} />}
    </Card>
  )
}

interface SegmentDialogProps {
  segment: Segment
  onSave: (segment: Segment) => void
  onClose: () => void
}

function SegmentDialog({ segment: { id, name: given, ...rest }, onSave, onClose }: SegmentDialogProps) {
  const { t } = useWords()
  const [name, setName] = useState(given)
  const [conditions, setConditions] = useState<Omit<Segment, 'id' | 'name'>>(rest)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ id, name, ...conditions })
  }
  return (
    <Dialog title={t(id === '' ? 'segments.new' : 'segments.edit')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field label={t('rules.name')}>
          <input
            className="input"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <SegmentFields segment={conditions} onChange={(next) => setConditions(next ?? {})} />
        <FormFoot label={t('common.toDraft')} disabled={Object.keys(conditions).length === 0} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
