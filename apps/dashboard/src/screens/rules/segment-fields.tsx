import { ValueField } from '../../products/value-field.tsx'
import { Choice, NumberField } from '../../ui/field.tsx'
import { useWords } from '../../messages/messages.tsx'
import type { When } from './rule.ts'

type Segment = NonNullable<When['segment']>
const RANGES = ['visits', 'orders', 'spent'] as const
const FLAGS = ['logged_in', 'business_account'] as const

export function SegmentFields({
  segment,
  onChange,
}: {
  segment: Segment
  onChange: (segment: Segment | undefined) => void
}) {
  const { t } = useWords()
  const set = (more: Segment) => onChange(given({ ...segment, ...more }))
  return (
    <fieldset className="stack-s">
      <legend>
        <h3>{t('rules.shopper')}</h3>
      </legend>
      <div className="fields">
        {FLAGS.map((flag) => (
          <Choice
            key={flag}
            label={t(`rules.${flag}`)}
            value={segment[flag] === undefined ? '' : String(segment[flag])}
            none={t('rules.any')}
            options={[
              { value: 'true', label: t('common.yes') },
              { value: 'false', label: t('common.no') },
            ]}
            onChange={(value) => set({ [flag]: value === '' ? undefined : value === 'true' })}
          />
        ))}
        <ValueField
          label={t('rules.boughtType')}
          attribute="product_type"
          required={false}
          placeholder={t('rules.any')}
          value={segment.bought_type ?? ''}
          onChange={(type) => set({ bought_type: type || undefined })}
        />
      </div>
      <div className="fields">
        {RANGES.map((range) => (
          <div key={range} className="pair">
            <NumberField
              label={t(`rules.${range}Min`)}
              value={segment[range]?.min}
              onChange={(min) => set({ [range]: given({ ...segment[range], min }) })}
            />
            <NumberField
              label={t('rules.atMost')}
              value={segment[range]?.max}
              onChange={(max) => set({ [range]: given({ ...segment[range], max }) })}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** Removes undefined fields; returns undefined if none is left. */
function given<T extends object>(value: T): T | undefined {
  const set = Object.entries(value).filter(([, one]) => one !== undefined)
  return set.length > 0 ? (Object.fromEntries(set) as T) : undefined
}
