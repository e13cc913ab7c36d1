import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { admin } from '../../api/admin.ts'
import { NewPassword } from '../../session/new-password.tsx'
import { useSigned } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Fault } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useWords } from '../../messages/messages.tsx'

export function Account() {
  const { t } = useWords()
  const { session } = useSigned()
  const client = useQueryClient()
  const { user } = session
  const change = useMutation({
    mutationFn: (given: { password: string; current_password?: string }) => admin.changeUser(user!.id, given),
    onSuccess: async () => {
      toast(t('account.changed'))
      await client.invalidateQueries({ queryKey: ['session'] })
    },
    onError: undefined,
  })
  if (!user) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { password, current } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    change.mutate({ password: password!, ...(current ? { current_password: current } : {}) })
    event.currentTarget.reset()
  }
  const needsCurrent = user.has_password && session.opened_by === 'password'
  return (
    <Card title={user.email} about={t(`role.${session.role}`)}>
      <form className="stack narrow" onSubmit={submit}>
        {change.isError && <Fault text={change.error.message} />}
        {needsCurrent && (
          <Field label={t('account.current')}>
            <input className="input" name="current" type="password" autoComplete="current-password" required />
          </Field>
        )}
        <NewPassword />
        <div>
          <Button kind="primary" type="submit" disabled={change.isPending}>
            {t('account.set')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
