import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../messages/messages.tsx'
import { Button } from './button.tsx'
import { Skeleton, type SkeletonShape } from './skeleton.tsx'

interface LoadedProps<T> {
  query: UseQueryResult<T>
  shape?: SkeletonShape
  children: (data: T) => ReactNode
}

export function Loaded<T>({ query, shape, children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.isError) return <Fault text={query.error.message} onRetry={() => void query.refetch()} />
  return <Skeleton shape={shape} />
}

export function Fault({ text, onRetry }: { text: ReactNode; onRetry?: () => void }) {
  const { t } = useWords()
  return (
    <div className="fault" role="alert">
      <div>{text}</div>
      {onRetry && (
        <Button small onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
