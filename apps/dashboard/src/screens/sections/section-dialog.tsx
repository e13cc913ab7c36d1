import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Check, Field } from '../../ui/field.tsx'
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
        <Field label={t('sections.type')} hint={t(`recommendation.about.${section.type}`)}>
          <select
            className="input"
            value={section.type}
            onChange={(event) => change({ type: event.target.value as Section['type'] })}
          >
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {t(`recommendation.${type}`)}
              </option>
            ))}
          </select>
        </Field>
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
          <Field label={t('sections.position')}>
            <input
              className="input"
              type="number"
              value={section.position ?? 1}
              onChange={(event) => change({ position: Number(event.target.value) })}
            />
          </Field>
          <Field label={t('sections.max')}>
            <input
              className="input"
              type="number"
              min="1"
              max="50"
              value={section.max_products ?? 12}
              onChange={(event) => change({ max_products: Number(event.target.value) })}
            />
          </Field>
          <Field label={t('catalog.status')}>
            <select
              className="input"
              value={section.status ?? 'active'}
              onChange={(event) => change({ status: event.target.value as 'active' })}
            >
              {(['active', 'draft', 'disabled'] as const).map((status) => (
                <option key={status} value={status}>
                  {t(`sections.status.${status}`)}
                </option>
              ))}
            </select>
          </Field>
        </div>
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={section.page_types.length === 0}>
            {t('common.toDraft')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
