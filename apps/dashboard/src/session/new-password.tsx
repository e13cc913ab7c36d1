import { Field } from '../ui/field.tsx'
import { useWords } from '../messages/messages.tsx'

const SHORTEST = 10

export function NewPassword() {
  const { t } = useWords()
  return (
    <Field label={t('account.password')} hint={t('account.hint', { n: SHORTEST })}>
      <input
        className="input"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={SHORTEST}
        required
      />
    </Field>
  )
}
