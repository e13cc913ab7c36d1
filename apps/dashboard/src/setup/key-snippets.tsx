/** Sample code by platform. If the user creates a storefront key here, the code contains the key. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mayIssueKeys, useApi, useSigned } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { CodeSnippet } from '../ui/code-snippet.tsx'
import type { SnippetTarget } from '../messages/snippets.ts'
import { useWords } from '../messages/messages.tsx'

const NO_KEY = 'vsk_…'

interface KeySnippetsProps<Name extends string> {
  snippets: Record<Name, (target: SnippetTarget) => string>
  title: (name: Name) => string
  about: (name: Name) => string
}

export function KeySnippets<Name extends string>({ snippets, title, about }: KeySnippetsProps<Name>) {
  const { t } = useWords()
  const api = useApi()
  const client = useQueryClient()
  const { role } = useSigned().session
  const names = Object.keys(snippets) as Name[]
  const [name, setName] = useState(names[0]!)
  const issue = useMutation({
    mutationFn: () => api.issueKey({ label: t('setup.keyLabel'), kind: 'storefront' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [api.shop, 'keys'] }),
  })
  const text = snippets[name]({ shop: api.shop, origin: location.origin, key: issue.data?.key ?? NO_KEY })
  return (
    <div className="stack-s">
      <div className="segmented">
        {names.map((one) => (
          <button key={one} type="button" aria-pressed={one === name} onClick={() => setName(one)}>
            {title(one)}
          </button>
        ))}
      </div>
      <p>{about(name)}</p>
      <CodeSnippet text={text} label={title(name)} />
      {text.includes(NO_KEY) &&
        (mayIssueKeys(role) ? (
          <div className="row">
            <Button kind="primary" disabled={issue.isPending} onClick={() => issue.mutate()}>
              {t('setup.makeKey')}
            </Button>
            <span className="small soft">{t('setup.makeKeyAbout')}</span>
          </div>
        ) : (
          <p className="small soft">{t('setup.askForKey')}</p>
        ))}
      {issue.data && (
        <p className="small soft" role="status">
          {t('setup.keyMade')}
        </p>
      )}
    </div>
  )
}
