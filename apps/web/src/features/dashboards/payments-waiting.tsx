import { Alert, Anchor } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** Money whose fate is unknown comes before every figure. Nothing is said while there is none. */
export function PaymentsWaiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert role="note" color="yellow" icon={<IconAlertCircle size={18} />}>
      {count === 1 ? 'The outcome of one payment is' : `The outcome of ${count} payments is`} not known for certain.{' '}
      <Anchor component={Link} to="/payments-to-review" inherit fw={600} c="inherit" underline="always">
        Review {count === 1 ? 'it' : 'them'}
      </Anchor>
    </Alert>
  )
}
