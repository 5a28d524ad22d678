import { Alert } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { adminFigures } from '@vialdesk/contract/dashboard-links'
import { AlertLink } from '#web/features/dashboards/alert-link.tsx'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'

/** Documents that the portal could not send or seal wait for an admin. Hidden while there are none. */
export function FailedDocumentsAlert({ count }: { count: number }) {
  const link = useFigureLink()
  if (count === 0) return null
  return (
    <Alert role="note" color="red" icon={<IconFileAlert size={18} />}>
      {count === 1 ? '1 document could not be sent or sealed' : `${count} documents could not be sent or sealed`}.{' '}
      <AlertLink link={link(adminFigures.failed_documents)}>Review</AlertLink>
    </Alert>
  )
}
