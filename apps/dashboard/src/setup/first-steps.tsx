/** The steps from an empty shop to a working one. The shop's data tells which steps are done. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../api/admin.ts'
import { usePeriod, useReport } from '../api/use-report.ts'
import { useDraft } from '../draft/draft.tsx'
import { Link } from '../router.ts'
import { useApi, useMayEdit, useSigned } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Card } from '../ui/page.tsx'
import { useWords } from '../messages/messages.tsx'

const STEPS = ['import', 'search', 'events', 'rule', 'invite'] as const
type Step = (typeof STEPS)[number]
/** If more steps are done, only the open ones are listed. */
const MAX_DONE_SHOWN = 3

interface FirstStep {
  step: Step
  isDone: boolean
  to: string
}

export function FirstSteps() {
  const { t } = useWords()
  const mayEdit = useMayEdit()
  const { shop } = useApi()
  const hidden = `vitrine-steps-hidden-${shop}`
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hidden) !== null)
  const steps = useFirstSteps()
  if (!mayEdit || isHidden || steps === undefined) return null
  const next = steps.find(({ isDone }) => !isDone)
  if (next === undefined) return null
  const done = steps.filter(({ isDone }) => isDone).length
  const shown = done > MAX_DONE_SHOWN ? steps.filter(({ isDone }) => !isDone) : steps
  const hide = () => {
    localStorage.setItem(hidden, 'true')
    setHidden(true)
  }
  return (
    <Card
      title={t('first.title')}
      about={t('first.about', { done, of: steps.length })}
      actions={
        done > 0 && (
          <Button small kind="plain" onClick={hide}>
            {t('first.hide')}
          </Button>
        )
      }
    >
      <ol className="steps">
        {shown.map(({ step, isDone, to }) => (
          <li key={step} data-done={isDone} aria-current={step === next.step ? 'step' : undefined}>
            <span className="step-mark">{isDone && <Icon name="check" size={14} />}</span>
            <span className="grow">
              <strong>
                {t(`first.${step}`)}
                {isDone && <span className="hidden"> ({t('first.done')})</span>}
              </strong>
              {!isDone && <span className="soft small">{t(`first.${step}.about`)}</span>}
            </span>
            {!isDone && (
              <Link className={`button ${step === next.step ? 'primary' : ''}`} to={to}>
                {t(`first.${step}.do`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Returns undefined until everything is loaded, so that no finished step is shown as open. */
function useFirstSteps(): FirstStep[] | undefined {
  const api = useApi()
  const { shop, session } = useSigned()
  const { live } = useDraft()
  const isOwner = session.role === 'owner'
  const hasProducts = shop.product_count > 0
  const overview = useReport('overview', usePeriod().now)
  const latest = useQuery({ queryKey: [api.shop, 'latest-events'], queryFn: () => api.latestEvents(100) })
  const users = useQuery({ queryKey: ['users'], queryFn: () => admin.users(), enabled: isOwner })
  const sample = useQuery({
    queryKey: [api.shop, 'sample-product'],
    queryFn: async () => (await api.products({ limit: 1 })).products[0] ?? null,
    enabled: hasProducts,
  })
  if (!overview.data || !latest.data || (isOwner && !users.data) || sample.isLoading) return undefined
  const { events, searches } = overview.data.totals
  const query = sample.data?.product_type || sample.data?.title || ''
  const workbench = `/workbench?${new URLSearchParams({ q: query })}`
  const steps: FirstStep[] = [
    { step: 'import', isDone: hasProducts, to: '/catalog?tab=imports' },
    { step: 'search', isDone: searches > 0 || hasTriedSearch(api.shop), to: workbench },
    {
      step: 'events',
      isDone: events > 0 || latest.data.events.some(({ outcome }) => outcome === 'accepted'),
      to: '/events?tab=install',
    },
    { step: 'rule', isDone: (live.search?.rules ?? []).length > 0, to: workbench },
    { step: 'invite', isDone: (users.data?.length ?? 0) > 1, to: '/settings?tab=users&invite=1' },
  ]
  return steps.filter(({ step }) => step !== 'invite' || isOwner)
}

const triedKey = (shop: string) => `vitrine-tried-search-${shop}`

/** Remembers in local storage that a search was tried, because the server does not count previews. */
export function noteTriedSearch(shop: string): void {
  localStorage.setItem(triedKey(shop), 'true')
}

function hasTriedSearch(shop: string): boolean {
  return localStorage.getItem(triedKey(shop)) !== null
}
