import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { adminFigures } from '@vialdesk/contract/dashboard-links'
import { AlertLink } from '#web/features/dashboards/alert-link.tsx'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'

/** Payments without a known result are shown above everything else; hidden while there are none. */
export function PaymentsToReviewAlert({ count }: { count: number }) {
  const link = useFigureLink()
  if (count === 0) return null
  return (
    <Alert role="note" color="yellow" icon={<IconAlertCircle size={18} />}>
      {count === 1 ? '1 payment needs review' : `${count} payments need review`}.{' '}
      <AlertLink link={link(adminFigures.payments_to_review)}>Review</AlertLink>
    </Alert>
  )
}
