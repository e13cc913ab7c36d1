import { Component, type ReactNode } from 'react'
import { useWords } from '../messages/messages.tsx'
import { Fault } from './loaded.tsx'

interface BoundaryProps {
  /** URL of the page. The error is cleared when the URL changes. */
  place: string
  children: ReactNode
}

interface BoundaryState {
  error: Error | null
  place: string
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, place: this.props.place }

  static getDerivedStateFromError(error: Error): Partial<BoundaryState> {
    return { error }
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState {
    return place === state.place ? state : { error: null, place }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return <Broken error={error} onRetry={() => this.setState({ error: null })} />
  }
}

function Broken({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useWords()
  return (
    <Fault
      text={
        <>
          <h1>{t('boundary.title')}</h1>
          <p>{t('boundary.about')}</p>
          <p className="mono small">{error.message}</p>
        </>
      }
      onRetry={onRetry}
    />
  )
}
