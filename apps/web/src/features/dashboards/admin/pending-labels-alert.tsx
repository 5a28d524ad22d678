import { Alert } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { adminFigures } from '@vialdesk/contract/dashboard-links'
import { AlertLink } from '#web/features/dashboards/alert-link.tsx'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'

/** Centers cannot ship before an admin makes their label. Hidden while no request is pending. */
export function PendingLabelsAlert({ count }: { count: number }) {
  const link = useFigureLink()
  if (count === 0) return null
  return (
    <Alert role="note" color="blue" icon={<IconTruckDelivery size={18} />}>
      {count === 1 ? '1 label request pending' : `${count} label requests pending`}.{' '}
      <AlertLink link={link(adminFigures.labels_waiting)}>View</AlertLink>
    </Alert>
  )
}
