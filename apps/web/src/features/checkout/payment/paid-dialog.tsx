import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { NextStep, PaidPurchase } from '@vialdesk/contract/checkout'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { cardBrandName } from '#web/entities/payment/card-brand-name.ts'
import { useNextLinkTo } from '#web/features/checkout/next-link.ts'
import { usePortalLink } from '#web/lib/browser/use-portal-link.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'
import { DashboardButton, notClosable } from './dialog-parts.tsx'
import type { PaymentPhase } from './payment-phase.ts'
import { PendingSignatures } from './pending-signatures.tsx'

/** A reload of the same page, without the invoice whose status was checked: the form is empty. */
function reloadForm(): void {
  const url = new URL(location.href)
  url.searchParams.delete('invoice')
  location.replace(url)
}

const nextTexts: Record<NextStep, string> = {
  request_label: 'Next, request a FedEx label to ship the tissue to the lab.',
  sign_documents: 'Next, the patient signs the documents. Then you can request a FedEx label.',
  request_signatures: 'Next, request the signatures of the patient. Then you can request a FedEx label.',
  assign_patient: 'Next, name the patient. You need a patient to request a FedEx label.',
  wait_for_parcel: 'Next, we ship your order. We will notify you when it is on its way.',
  wait_for_vials: 'Nothing is shipped yet. When the vials are ready, you get a message, and their shipping is arranged.',
  none: 'The lab already has the tissue, so no FedEx label is needed.',
}

/** `Paid $3,650.00 for Nora Hale. Invitation sent.` A patient who buys for itself is not named. */
function paidText({ amount, patient, invited }: PaidPurchase, ownId: number | undefined): string {
  const paid = `Paid ${formatMoney(amount)}${patient && patient.id !== ownId ? ` for ${patientName(patient)}` : ''}.`
  return invited ? `${paid} Invitation sent.` : paid
}

/** `New Patient Processing Fee, with Visa ending in 1111.` */
function productText({ product, quantity, card_type, card_number }: PaidPurchase): string {
  const card = card_number ? `, with ${cardBrandName(card_type)} ending in ${card_number.slice(-4)}` : ''
  return `${quantity > 1 ? `${quantity} × ` : ''}${product}${card}.`
}

function Purchase({ purchase }: { purchase: PaidPurchase }) {
  const ownId = useSession()?.user.id
  return (
    <Stack gap={4}>
      <Text fw={500}>{paidText(purchase, ownId)}</Text>
      <Text>{productText(purchase)}</Text>
      {purchase.pending_documents.length > 0 && <PendingSignatures documents={purchase.pending_documents} />}
      <Text c="dimmed">{nextTexts[purchase.next]}</Text>
    </Stack>
  )
}

type Done = Extract<PaymentPhase, { at: 'done' }>

/** Links to the patient and the receipt, and to the next step. The last one is the main button of the dialog. */
function useLinks({ purchase, transactionId }: Done) {
  const userPath = useRecordPath('/users/{id}')
  const receiptPath = useRecordPath('/receipt/{id}')
  const nextLinkTo = useNextLinkTo()
  const patient = purchase?.patient
  return [
    ...(patient && userPath ? [{ label: 'View patient', href: userPath(patient.id) }] : []),
    ...(transactionId && receiptPath ? [{ label: 'View receipt', href: receiptPath(transactionId) }] : []),
    ...nextLinkTo(purchase?.next, transactionId),
  ]
}

function PaidContent({ done }: { done: Done }) {
  const { message, purchase } = done
  const links = useLinks(done)
  const main = links.at(-1)
  const portalLink = usePortalLink()
  return (
    <>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <IconCircleCheck size={24} color="var(--mantine-color-green-light-color)" style={{ flexShrink: 0 }} aria-hidden />
        <Stack gap="xs">
          <Stack gap="xs" role="status">
            <Text>{message}</Text>
            {purchase && <Purchase purchase={purchase} />}
          </Stack>
          {links.length > 1 && (
            <Group gap="md">
              {links.slice(0, -1).map(({ label, href }) => (
                <Anchor key={href} fw={500} underline="always" {...portalLink(href, { ignoreBlocker: true })}>
                  {label}
                </Anchor>
              ))}
            </Group>
          )}
        </Stack>
      </Group>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" px="sm" onClick={reloadForm}>
          Close
        </Button>
        <DashboardButton variant="default" px="sm" />
        {main && (
          <Button component="a" data-autofocus {...portalLink(main.href, { ignoreBlocker: true })}>
            {main.label}
          </Button>
        )}
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
