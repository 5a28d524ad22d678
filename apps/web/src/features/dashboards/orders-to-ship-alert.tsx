import { Alert } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { adminFigures } from '@vialdesk/contract/dashboard-links'
import { AlertLink } from '#web/features/dashboards/alert-link.tsx'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'

/** Paid orders that wait for a parcel. Hidden while there is none. */
export function OrdersToShipAlert({ count }: { count: number }) {
  const link = useFigureLink()
  if (count === 0) return null
  return (
    <Alert role="note" color="blue" icon={<IconPackage size={18} />}>
      {count === 1 ? '1 order to ship' : `${count} orders to ship`}.{' '}
      <AlertLink link={link(adminFigures.orders_to_ship)}>View</AlertLink>
    </Alert>
  )
}
