import { useState } from 'react'
import { useWords } from '../messages/messages.tsx'
import { Button } from './button.tsx'

export function CodeSnippet({ text, label }: { text: string; label?: string }) {
  const { t } = useWords()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div className="snippet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label ?? t('common.code')}>
        <pre>{text}</pre>
      </section>
      <Button small onClick={() => void copy()}>
        {copied ? t('common.copied') : t('common.copy')}
      </Button>
    </div>
  )
}
