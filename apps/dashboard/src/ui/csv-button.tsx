import type { ReportQuery, Reports } from '@vitrine/client/admin'
import { useApi } from '../session/session.tsx'
import { useWords } from '../messages/messages.tsx'
import { Button } from './button.tsx'
import { toast } from './toasts.tsx'

const MAX_ROWS = 1000

export function CsvButton({ report, query }: { report: keyof Reports; query?: ReportQuery }) {
  const { t } = useWords()
  const api = useApi()
  const save = async () => {
    const csv = await api.reportCsv(report, { ...query, limit: MAX_ROWS })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
    link.download = `${report}.csv`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Button icon="down" onClick={() => void save().catch((error: Error) => toast(error.message, { bad: true }))}>
      {t('common.csv')}
    </Button>
  )
}
