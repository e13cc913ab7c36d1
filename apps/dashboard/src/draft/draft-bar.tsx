/** Shown on every screen while this draft, or another draft of the user, has unpublished changes. */
import { useState } from 'react'
import { Link } from '../router.ts'
import { isTestable } from '../screens/experiments/experience.ts'
import { useMayEdit } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { useWords } from '../messages/messages.tsx'
import { useDraft } from './draft.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { SavedDrafts, useSavedDrafts } from './saved-drafts.tsx'
import { usePublish } from './use-publish.ts'

export function DraftBar() {
  const { t, count } = useWords()
  const { changes, patch, discard } = useDraft()
  const mayEdit = useMayEdit()
  const hasAnother = useSavedDrafts('mine').length > 0
  const [reviewing, setReviewing] = useState(false)
  const publish = usePublish()
  if (!mayEdit || (changes.length === 0 && !reviewing && !hasAnother)) return null
  return (
    <>
      <section className="draft-bar" aria-label={t('draft.bar')}>
        {changes.length > 0 && (
          <>
            <span className="grow">
              <strong>{count('draft.changes', changes.length)}</strong>
              <span className="soft wide-only"> {t('draft.notLive')}</span>
            </span>
            <Button small onClick={discard}>
              {t('draft.discard')}
            </Button>
            <Button small onClick={() => setReviewing(true)}>
              {t('draft.review')}
            </Button>
            {isTestable(patch) && (
              <Link className="button small" to="/experiments?new=1">
                {t('experiments.test')}
              </Link>
            )}
            <Button
              small
              kind="primary"
              disabled={publish.isPending}
              onClick={() => publish.mutate({}, { onError: () => setReviewing(true) })}
            >
              {t('draft.publish')}
            </Button>
          </>
        )}
        <SavedDrafts whose="mine" />
      </section>
      {reviewing && <ReviewDialog publish={publish} onClose={() => setReviewing(false)} />}
    </>
  )
}
