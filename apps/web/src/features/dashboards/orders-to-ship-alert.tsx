import { IconPackage } from '@tabler/icons-react'
import { adminFigures } from '@vialdesk/contract/dashboard-links'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'
import { CountAlert } from './count-alert.tsx'

/** Paid orders that wait for a parcel. Hidden while there is none. */
export function OrdersToShipAlert({ count }: { count: number }) {
  const link = useFigureLink()
  return (
    <CountAlert
      count={count}
      color="blue"
      icon={<IconPackage size={18} />}
      text={['1 order to ship', (orders) => `${orders} orders to ship`]}
      link={link(adminFigures.orders_to_ship)}
      action="View"
    />
  )
}
