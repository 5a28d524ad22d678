import { Alert, Anchor } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** Centers that cannot ship before somebody makes their label. Nothing is said while there is none. */
export function LabelsWaiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert role="note" color="blue" icon={<IconTruckDelivery size={18} />}>
      {count === 1 ? 'One request waits for its Fedex label' : `${count} requests wait for their Fedex labels`}.{' '}
      <Anchor component={Link} to="/fedex-requests" inherit fw={600} c="inherit" underline="always">
        See {count === 1 ? 'it' : 'them'}
      </Anchor>
    </Alert>
  )
}
