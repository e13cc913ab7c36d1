import { useQuery } from '@tanstack/react-query'
import { ApiError, type SessionView, type SignInRequest } from '@vitrine/client/admin'
import { type FormEvent, useEffect, useState } from 'react'
import { admin, setCsrf } from '../api/admin.ts'
import { Button } from '../ui/button.tsx'
import { NewPassword } from './new-password.tsx'
import { Mark } from '../ui/icons.tsx'
import { Fault } from '../ui/loaded.tsx'
import { useWords } from '../messages/messages.tsx'

/** The sign-in token is in the fragment, `#link=TOKEN`, which browsers do not send, so no server logs it. */
const LINK = /^#link=(.+)$/

export function SignIn({ onSigned }: { onSigned: (session: SessionView, isDemo: boolean) => void }) {
  const { t } = useWords()
  const [link] = useState(() => LINK.exec(location.hash)?.[1])
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const options = useQuery({ queryKey: ['sign-in'], queryFn: () => admin.signInOptions() })
  const firstOwner = options.data?.first_owner ?? false
  /** True once the server has asked for a new password. An invited user does not have one yet. */
  const [setsPassword, setSetsPassword] = useState(false)

  useEffect(() => {
    document.title = `${t('session.signIn')} · Vitrine`
  }, [t])

  const fail = (error: unknown) => {
    if (link !== undefined && !setsPassword && isAboutPassword(error)) setSetsPassword(true)
    else if (isRefused(error)) setFault(t(link ? 'session.badLink' : 'session.refused'))
    else setFault((error as Error).message)
  }
  const signIn = async (request: SignInRequest) => {
    setBusy(true)
    setFault(null)
    try {
      const session = await admin.signIn(request)
      setCsrf(session.csrf)
      if (link) history.replaceState(null, '', location.pathname)
      onSigned(session, request.demo === true)
    } catch (error) {
      fail(error)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const given = { link, email, password }
    void signIn(Object.fromEntries(Object.entries(given).filter(([, value]) => value)))
  }
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <div className="row">
          <Mark size={32} />
          <h1>{t('session.signIn')}</h1>
        </div>
        {fault && <Fault text={fault} />}
        {options.data?.demo && !link && (
          <>
            <Button kind="primary" disabled={busy} onClick={() => void signIn({ demo: true })}>
              {t('session.demo')}
            </Button>
            <p className="soft small">{t('session.demoAbout')}</p>
          </>
        )}
        {firstOwner && !link && !options.data?.demo && <p className="soft">{t('session.firstOwner')}</p>}
        <form onSubmit={submit}>
          {(!link || firstOwner) && (
            <label className="field">
              <span>{t('session.email')}</span>
              <input className="input" name="email" type="email" autoComplete="username" required />
            </label>
          )}
          {link === undefined && (
            <label className="field">
              <span>{t('session.password')}</span>
              <input className="input" name="password" type="password" autoComplete="current-password" required />
            </label>
          )}
          {link !== undefined && (firstOwner || setsPassword) && <NewPassword />}
          <Button kind={options.data?.demo && !link ? 'normal' : 'primary'} type="submit" disabled={busy}>
            {t(link ? 'session.useLink' : 'session.signIn')}
          </Button>
        </form>
      </div>
    </main>
  )
}

function isAboutPassword(error: unknown): boolean {
  return error instanceof ApiError && error.items.some(({ path }) => path[0] === 'password')
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
