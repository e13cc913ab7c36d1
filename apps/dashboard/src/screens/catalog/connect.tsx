/** Shows how to keep the catalog in sync with a platform. */
import { KeySnippets } from '../../setup/key-snippets.tsx'
import { Card } from '../../ui/page.tsx'
import { CONNECT_SNIPPETS } from '../../words/snippets.ts'
import { useWords } from '../../words/words.tsx'

export function Connect() {
  const { t } = useWords()
  return (
    <Card title={t('connect.title')} about={t('connect.about')}>
      <KeySnippets
        snippets={CONNECT_SNIPPETS}
        title={(name) => t(`connect.${name}`)}
        about={(name) => t(`connect.${name}.about`)}
      />
    </Card>
  )
}
