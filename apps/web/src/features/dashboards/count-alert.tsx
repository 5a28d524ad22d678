import { Alert, Anchor } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { adminFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import { type Entry, useFigureLink } from './figure.tsx'

interface Props {
  count: number
  color: 'blue' | 'yellow' | 'red'
  icon: ReactNode
  /** What waits, if it is one and if it is more. */
  text: [one: string, more: (count: number) => string]
  /** The list of what waits. */
  figure: Entry<undefined>
  /** The label of the link. */
  action: string
}

/** Says that something waits for the reader. Hidden while there is nothing. */
export function CountAlert({ count, color, icon, text: [one, more], figure, action }: Props) {
  const link = useFigureLink()
  if (count === 0) return null
  return (
    <Alert role="note" color={color} icon={icon}>
      {count === 1 ? one : more(count)}.{' '}
      <Anchor inherit fw={600} c="inherit" underline="always" renderRoot={(props) => <Link {...props} {...link(figure)} />}>
        {action}
      </Anchor>
    </Alert>
  )
}

/** Paid orders that wait for a parcel. Hidden while there is none. */
export const OrdersToShipAlert = ({ count }: { count: number }) => (
  <CountAlert
    count={count}
    color="blue"
    icon={<IconPackage size={18} />}
    text={['1 order to ship', (orders) => `${orders} orders to ship`]}
    figure={adminFigures.orders_to_ship}
    action="View"
  />
)
