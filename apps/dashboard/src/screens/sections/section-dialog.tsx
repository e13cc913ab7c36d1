import { type FormEvent, useState } from 'react'
import { Dialog, FormFoot } from '../../ui/dialog.tsx'
import { Check, Choice, Field, NumberField } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'
import { PAGES, type Section, TYPES } from './section.ts'

interface SectionDialogProps {
  section: Section
  onSave: (section: Section) => void
  onClose: () => void
}

export function SectionDialog({ section: given, onSave, onClose }: SectionDialogProps) {
  const { t } = useWords()
  const [section, setSection] = useState(given)
  const change = (more: Partial<Section>) => setSection({ ...section, ...more })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(section)
  }
  return (
    <Dialog title={given.title || t('sections.new')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field label={t('facets.title')}>
          <input
            className="input"
            required
            value={section.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Field>
        <Choice
          label={t('sections.type')}
          hint={t(`recommendation.about.${section.type}`)}
          value={section.type}
          options={TYPES.map((value) => ({ value, label: t(`recommendation.${value}`) }))}
          onChange={(type) => change({ type })}
        />
        <fieldset>
          <legend className="small">{t('sections.pages')}</legend>
          <div className="row">
            {PAGES.map((page) => (
              <Check
                key={page}
                isChecked={section.page_types.includes(page)}
                onChange={(isShown) =>
                  change({
                    page_types: isShown
                      ? [...section.page_types, page]
                      : section.page_types.filter((one) => one !== page),
                  })
                }
              >
                {t(`page.${page as 'home'}`)}
              </Check>
            ))}
          </div>
        </fieldset>
        <div className="fields">
          <NumberField
            label={t('sections.position')}
            step={1}
            value={section.position ?? 1}
            onChange={(position = 0) => change({ position })}
          />
          <NumberField
            label={t('sections.max')}
            min={1}
            max={50}
            step={1}
            value={section.max_products ?? 12}
            onChange={(max_products) => change({ max_products })}
          />
          <Choice
            label={t('catalog.status')}
            value={section.status ?? 'active'}
            options={(['active', 'draft', 'disabled'] as const).map((value) => ({
              ...{ value, label: t(`sections.status.${value}`) },
            }))}
            onChange={(status) => change({ status })}
          />
        </div>
        <FormFoot label={t('common.toDraft')} disabled={section.page_types.length === 0} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
