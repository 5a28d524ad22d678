import { Alert, Anchor } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { adminFigures } from '@vialdesk/contract/dashboard-links'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'

/** Payments without a known result are shown above everything else; hidden while there are none. */
export function PaymentsToReviewAlert({ count }: { count: number }) {
  const link = useFigureLink()
  if (count === 0) return null
  return (
    <Alert role="note" color="yellow" icon={<IconAlertCircle size={18} />}>
      {count === 1 ? '1 payment needs review' : `${count} payments need review`}.{' '}
      <Anchor
        renderRoot={(props) => <Link {...props} {...link(adminFigures.payments_to_review)} />}
        inherit
        fw={600}
        c="inherit"
        underline="always"
      >
        Review
      </Anchor>
    </Alert>
  )
}
