import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { NextStep, PaidPurchase } from '@vialdesk/contract/checkout'
import type { ReactElement } from 'react'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { cardBrandName } from '#web/entities/payment/card-brand-name.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { useSession } from '#web/lib/session/session.ts'
import { DashboardButton, notClosable } from './dialog-parts.tsx'
import type { PaymentPhase } from './payment-phase.ts'

/** A reload of the same page, without the invoice whose status was checked: the form is empty. */
function reloadForm(): void {
  const url = new URL(location.href)
  url.searchParams.delete('invoice')
  location.replace(url)
}

const nextTexts: Record<NextStep, string> = {
  request_label: 'Next, request a FedEx label to ship the tissue to the lab.',
  sign_documents: 'Next, the patient signs the documents. Then you can request a FedEx label.',
  assign_patient: 'Next, name the patient. You need a patient to request a FedEx label.',
  wait_for_parcel: 'Next, we ship your order. We will notify you when it is on its way.',
  none: 'There is nothing more to do.',
}

/** `$3,650.00 for New Patient Processing Fee, with Visa ending in 1111.` */
function paidText({ amount, product, quantity, card_type, card_number }: PaidPurchase): string {
  const card = card_number ? `, with ${cardBrandName(card_type)} ending in ${card_number.slice(-4)}` : ''
  return `${formatMoney(amount)} for ${quantity > 1 ? `${quantity} × ` : ''}${product}${card}.`
}

function Purchase({ purchase }: { purchase: PaidPurchase }) {
  return (
    <Stack gap={4}>
      <Text fw={500}>{paidText(purchase)}</Text>
      {purchase.patient && <Text>Patient: {patientName(purchase.patient)}</Text>}
      <Text c="dimmed">{nextTexts[purchase.next]}</Text>
    </Stack>
  )
}

/** The link that leads to the next step. */
function useNextAction(next: NextStep | undefined, receipt: number | null): ReactElement | null {
  const isReferral = useSession()?.role === 'referral_harvest_center'
  const navigate = useNavigate()
  const button = (label: string, href: string) => (
    <Button data-autofocus onClick={() => void navigate({ href, ignoreBlocker: true })}>
      {label}
    </Button>
  )
  switch (next) {
    case 'request_label':
      return button('Request label', isReferral ? '/fedex-request-label-rhc' : '/fedex-request-label')
    case 'sign_documents':
      return button('See signatures', '/patients-signatures?status=Pending')
    case 'assign_patient':
      return receipt === null ? null : button('Assign patient', `/receipt/${receipt}`)
    default:
      return null
  }
}

type Done = Extract<PaymentPhase, { at: 'done' }>

function PaidContent({ done: { message, purchase, transactionId } }: { done: Done }) {
  const action = useNextAction(purchase?.next, transactionId)
  return (
    <>
      <Group wrap="nowrap" align="flex-start" gap="sm" role="status">
        <IconCircleCheck size={24} color="var(--mantine-color-green-light-color)" style={{ flexShrink: 0 }} aria-hidden />
        <Stack gap="xs">
          <Text>{message}</Text>
          {purchase && <Purchase purchase={purchase} />}
        </Stack>
      </Group>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={reloadForm}>
          Close
        </Button>
        <DashboardButton variant="default" />
        {transactionId && (
          <Button
            variant={action ? 'default' : 'filled'}
            {...(!action && { 'data-autofocus': true })}
            renderRoot={(props) => <Link {...props} to="/receipt/$id" params={{ id: String(transactionId) }} />}
          >
            View receipt
          </Button>
        )}
        {action}
      </Group>
    </>
  )
}

/** What was paid, for whom, and what happens next. */
export function PaidDialog({ done }: { done: Done | undefined }) {
  return (
    <Modal {...notClosable} opened={done !== undefined} title="Payment received" size="md">
      {done && <PaidContent done={done} />}
    </Modal>
  )
}
