import { Anchor, Text } from '@mantine/core'
import { type Icon, IconCircleCheck, IconHourglass, IconPackage, IconSignature, IconTruckDelivery } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { harvestCenterFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import classes from '#web/features/dashboards/dashboards.module.css'
import { useFigureLink } from '#web/features/dashboards/figure.tsx'
import type { Answer } from '#web/lib/api/api.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'

function Task({ icon: Shown, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <li>
      <Shown size={20} stroke={1.6} aria-hidden />
      <div>
        <Text fw={500}>{title}</Text>
        {children}
      </div>
    </li>
  )
}

/** What the reader knows or may do, and where. */
const Hint = ({ text, action, to }: { text: string; action: string; to: LinkProps | undefined }) => (
  <Text c="dimmed">
    {text}{' '}
    <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} {...to} />}>
      {action}
    </Anchor>
  </Text>
)

/** Open tasks of the front desk: payments that are being confirmed, documents to sign, labels, and vials that are expected soon. */
export function OpenTasks({ data }: { data: Answer<'GET /api/v1/dashboards/harvest-center/'> }) {
  const { unconfirmed_payments: payments, ready_soon: readySoon, labels_waiting: labels, pending_signatures: signatures } = data
  const link = useFigureLink()
  if (payments.length === 0 && readySoon === 0 && labels === 0 && signatures === 0) {
    return (
      <ul className={`${classes.waiting} ruled ruled-ends`}>
        <li>
          <IconCircleCheck size={20} stroke={1.6} aria-hidden />
          <Text c="dimmed">Nothing to do</Text>
        </li>
      </ul>
    )
  }
  return (
    <ul className={`${classes.waiting} ruled ruled-ends`}>
      {payments.map(({ invoice_id: invoice, amount }) => (
        <Task key={invoice} icon={IconHourglass} title={`Invoice ${invoice}, ${formatMoney(amount)}, is being confirmed`}>
          <Hint
            text="Please do not pay again."
            action="Check status"
            to={{ to: '/harvest-center/checkout/processing-fee', search: { invoice } }}
          />
        </Task>
      ))}
      {signatures > 0 && (
        <Task
          icon={IconSignature}
          title={`${signatures === 1 ? '1 document is' : `${signatures} documents are`} waiting for a signature`}
        >
          <Hint
            text="You can send the email again, or sign with the patient at the desk."
            action="See signatures"
            to={link(harvestCenterFigures.pending_signatures)}
          />
        </Task>
      )}
      {labels > 0 && (
        <Task
          icon={IconTruckDelivery}
          title={`${labels === 1 ? '1 FedEx label is' : `${labels} FedEx labels are`} being prepared`}
        >
          <Hint
            text="We will email you when a label is ready."
            action="See requests"
            to={link(harvestCenterFigures.labels_waiting)}
          />
        </Task>
      )}
      {readySoon > 0 && (
        <Task
          icon={IconPackage}
          title={`Vials of ${readySoon === 1 ? '1 patient' : `${readySoon} patients`} are expected within two weeks`}
        >
          <Anchor underline="always" renderRoot={(props) => <Link {...props} {...link(harvestCenterFigures.ready_soon)} />}>
            See dates
          </Anchor>
        </Task>
      )}
    </ul>
  )
}
