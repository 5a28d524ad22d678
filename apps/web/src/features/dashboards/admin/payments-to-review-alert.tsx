import { Alert, Anchor } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** Payments without a known result are shown above everything else; hidden while there are none. */
export function PaymentsToReviewAlert({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert role="note" color="yellow" icon={<IconAlertCircle size={18} />}>
      {count === 1 ? '1 payment needs review' : `${count} payments need review`}.{' '}
      <Anchor component={Link} to="/payments-to-review" inherit fw={600} c="inherit" underline="always">
        Review
      </Anchor>
    </Alert>
  )
}
