import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewUser, UserView } from '@vitrine/client/admin'
import { type FormEvent, useState } from 'react'
import { admin } from '../../api/admin.ts'
import { usePlace } from '../../router.ts'
import { type Role, useSigned } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog, FormFoot } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Fault, Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { CodeSnippet } from '../../ui/code-snippet.tsx'
import { useWords } from '../../messages/messages.tsx'

const ROLES: Role[] = ['owner', 'merchandiser', 'analyst', 'developer']

export function Users() {
  const { t } = useWords()
  const { query } = usePlace()
  const [inviting, setInviting] = useState(query.has('invite'))
  const [link, setLink] = useState<string | null>(null)
  const users = useQuery({ queryKey: ['users'], queryFn: () => admin.users() })
  return (
    <>
      <Card
        flush
        title={t('settings.tab.users')}
        about={t('users.about')}
        actions={
          <Button icon="plus" kind="primary" onClick={() => setInviting(true)}>
            {t('users.invite')}
          </Button>
        }
      >
        <Loaded query={users}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title={t('users.none')}>{t('users.noneAbout')}</EmptyState>
            ) : (
              <UserTable users={rows} onLink={setLink} />
            )
          }
        </Loaded>
      </Card>
      {inviting && <InviteDialog onClose={() => setInviting(false)} onLink={setLink} />}
      {link && (
        <Dialog title={t('users.link')} onClose={() => setLink(null)}>
          <p className="soft">{t('users.linkAbout')}</p>
          <CodeSnippet text={`${location.origin}/dashboard/#link=${link}`} label={t('users.link')} />
        </Dialog>
      )}
    </>
  )
}

function UserTable({ users, onLink }: { users: UserView[]; onLink: (link: string) => void }) {
  const { t } = useWords()
  const { session } = useSigned()
  const change = useUserWrite(({ id, role }: { id: string; role: Role }) => admin.changeUser(id, { role }))
  const remove = useUserWrite((id: string) => admin.removeUser(id))
  const makeLink = useMutation({
    mutationFn: (id: string) => admin.linkFor(id),
    onSuccess: ({ link }) => onLink(link),
  })
  return (
    <DataTable
      caption={t('settings.tab.users')}
      stacks
      rows={users}
      rowKey={(user) => user.id}
      columns={[
        {
          title: t('session.email'),
          cell: (user) => (
            <>
              {user.email}
              {user.name && <span className="soft"> {user.name}</span>}
            </>
          ),
        },
        {
          title: t('users.role'),
          cell: (user) => (
            <select
              className="input"
              aria-label={t('users.roleOf', { email: user.email })}
              value={user.role}
              onChange={(event) => change.mutate({ id: user.id, role: event.target.value as Role })}
            >
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {t(`role.${role}`)}
                </option>
              ))}
            </select>
          ),
        },
        {
          title: t('users.shops'),
          lessImportant: true,
          cell: (user) => (user.shops === null ? t('users.allShops') : user.shops.join(', ')),
        },
      ]}
      actions={(user) => (
        <>
          <Button small kind="plain" onClick={() => makeLink.mutate(user.id)}>
            {t('users.newLink')}
          </Button>
          {user.id !== session.user?.id && (
            <Button
              small
              kind="plain"
              aria-label={t('common.removeNamed', { name: user.email })}
              onClick={() => confirm(t('users.confirmRemove', { email: user.email })) && remove.mutate(user.id)}
            >
              {t('common.remove')}
            </Button>
          )}
        </>
      )}
    />
  )
}

function InviteDialog({ onClose, onLink }: { onClose: () => void; onLink: (link: string) => void }) {
  const { t } = useWords()
  const { shop } = useSigned()
  const add = useUserWrite((user: NewUser) => admin.addUser(user))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email, name, role, everywhere } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
      string,
      string
    >
    const user = {
      email: email!,
      ...(name ? { name } : {}),
      role: role as Role,
      shops: everywhere ? null : [shop.shop],
    }
    add.mutate(user, {
      onSuccess: ({ link }) => {
        onClose()
        onLink(link)
      },
    })
  }
  return (
    <Dialog title={t('users.invite')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {add.isError && <Fault text={add.error.message} />}
        <Field label={t('session.email')}>
          <input className="input" name="email" type="email" required />
        </Field>
        <Field label={t('users.name')}>
          <input className="input" name="name" />
        </Field>
        <Field label={t('users.role')} hint={t('users.roles')}>
          <select className="input" name="role" defaultValue="merchandiser">
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {t(`role.${role}`)}
              </option>
            ))}
          </select>
        </Field>
        <label className="check">
          <input type="checkbox" name="everywhere" />
          {t('users.allShops')}
        </label>
        <FormFoot label={t('users.add')} disabled={add.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function useUserWrite<In, Out>(write: (given: In) => Promise<Out>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: () => void client.invalidateQueries({ queryKey: ['users'] }),
  })
}
