import { Anchor, Text } from '@mantine/core'
import { IconCircleCheck, IconHourglass, IconPackage, IconSignature, IconTruckDelivery } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { harvestCenterFigures } from '@vialdesk/contract/dashboard-links'
import classes from '#web/features/dashboards/dashboards.module.css'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'

interface Props {
  payments: { invoice_id: string; amount: number }[]
  /** Patients whose vials are expected soon. */
  readySoon: number
  /** The center's requests without a label. */
  labels: number
  /** Documents of the center's patients that are not signed yet. */
  signatures: number
}

function PendingLabels({ count }: { count: number }) {
  const link = useFigureLink()
  return (
    <li>
      <IconTruckDelivery size={20} stroke={1.6} aria-hidden />
      <div>
        <Text fw={500}>{count === 1 ? '1 FedEx label is' : `${count} FedEx labels are`} being prepared</Text>
        <Text c="dimmed">
          We will email you when a label is ready.{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link {...props} {...link(harvestCenterFigures.labels_waiting)} />}
          >
            See requests
          </Anchor>
        </Text>
      </div>
    </li>
  )
}

function PendingSignatures({ count }: { count: number }) {
  const link = useFigureLink()
  return (
    <li>
      <IconSignature size={20} stroke={1.6} aria-hidden />
      <div>
        <Text fw={500}>{count === 1 ? '1 document is' : `${count} documents are`} waiting for a signature</Text>
        <Text c="dimmed">
          You can send the email again, or sign with the patient at the desk.{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link {...props} {...link(harvestCenterFigures.pending_signatures)} />}
          >
            See signatures
          </Anchor>
        </Text>
      </div>
    </li>
  )
}

/** Open tasks of the front desk. */
export function OpenTasks({ payments, readySoon, labels, signatures }: Props) {
  const link = useFigureLink()
  if (payments.length === 0 && readySoon === 0 && labels === 0 && signatures === 0) {
    return (
      <ul className={classes.waiting}>
        <li>
          <IconCircleCheck size={20} stroke={1.6} aria-hidden />
          <Text c="dimmed">Nothing to do</Text>
        </li>
      </ul>
    )
  }
  return (
    <ul className={classes.waiting}>
      {payments.map(({ invoice_id, amount }) => (
        <li key={invoice_id}>
          <IconHourglass size={20} stroke={1.6} aria-hidden />
          <div>
            <Text fw={500}>
              Invoice {invoice_id}, {formatMoney(amount)}, is being confirmed
            </Text>
            <Text c="dimmed">
              Please do not pay again.{' '}
              <Anchor
                inherit
                underline="always"
                renderRoot={(props) => (
                  <Link {...props} to="/harvest-center/checkout/processing-fee" search={{ invoice: invoice_id }} />
                )}
              >
                Check status
              </Anchor>
            </Text>
          </div>
        </li>
      ))}
      {signatures > 0 && <PendingSignatures count={signatures} />}
      {labels > 0 && <PendingLabels count={labels} />}
      {readySoon > 0 && (
        <li>
          <IconPackage size={20} stroke={1.6} aria-hidden />
          <div>
            <Text fw={500}>Vials of {readySoon === 1 ? '1 patient' : `${readySoon} patients`} are expected within two weeks</Text>
            <Anchor underline="always" renderRoot={(props) => <Link {...props} {...link(harvestCenterFigures.ready_soon)} />}>
              See dates
            </Anchor>
          </div>
        </li>
      )}
    </ul>
  )
}
