import { Anchor, Button, type ButtonProps, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CHECKOUT_PROCESSING, type NextStep, type PaidPurchase } from '@vialdesk/contract/money/checkout'
import type { ReactNode } from 'react'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { cardBrandName } from '#web/entities/payment/card-brand-name.ts'
import { type CheckoutKind, isFee } from '#web/features/checkout/form/price.ts'
import { useNextLinkTo } from '#web/features/checkout/next-link.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { usePortalLink } from '#web/lib/browser/use-portal-link.ts'
import { isConflict } from '#web/lib/errors/api-error.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'
import type { PaymentPhase } from './payment-phase.ts'

/** Not closable: a payment in progress stays visible. */
const notClosable = {
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
  centered: true,
  onClose: () => undefined,
}

/** Leaves without asking about unsaved form values. */
function DashboardButton(props: Pick<ButtonProps, 'variant' | 'px'>) {
  const navigate = useNavigate()
  return (
    <Button {...props} onClick={() => void navigate({ to: '/dashboard', ignoreBlocker: true })}>
      Dashboard
    </Button>
  )
}

const sendLink = apiMutation('POST /api/v1/utilities/send-patient-sign-email/')

function sentText(sent: number, all: number): string {
  if (sent < all) return `${sent} of ${all} emails have been sent.`
  return all === 1 ? 'The email has been sent.' : 'The emails have been sent.'
}

/** `Waiting for 3 signatures`, and the emails with their links once more. */
function PendingSignatures({ documents }: { documents: readonly number[] }) {
  const send = useMutation({ ...sendLink, meta: { handlesErrors: true } })
  const resend = useMutation({
    mutationFn: async () => {
      const refused: Error[] = []
      for (const doc_id of documents)
        await send.mutateAsync({ body: { doc_id } }).catch((error: Error) => {
          // One may be signed by now. The others still wait.
          if (!isConflict(error)) throw error
          refused.push(error)
        })
      if (refused.length === documents.length) throw refused[0]
      return documents.length - refused.length
    },
    onSuccess: (sent) => showSuccess(sentText(sent, documents.length)),
  })
  return (
    <Group gap="sm">
      <Text fw={500}>Waiting for {documents.length === 1 ? '1 signature' : `${documents.length} signatures`}</Text>
      <Button variant="default" size="compact-sm" loading={resend.isPending} onClick={() => resend.mutate()}>
        Resend
      </Button>
    </Group>
  )
}

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

/** What was paid, for whom, and what happens next. */
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

/** Only the dashboard of a harvest center lists open payments. */
const useFollowText = () =>
  useSession()?.role === 'harvest_center' ? 'You can follow it on your dashboard.' : 'We will notify you when it is decided.'

/** A payment that is not decided. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <Group wrap="nowrap" align="flex-start" gap="md" role="status">
    <Loader size="sm" aria-hidden />
    <div>{children}</div>
  </Group>
)

interface ConfirmingProps extends Pick<Props, 'kind' | 'onAnother'> {
  pending: Extract<PaymentPhase, { at: 'pending' }> | undefined
}

function Confirming({ kind, pending, onAnother }: ConfirmingProps) {
  const shown = useLatestValue(pending)
  const followText = useFollowText()
  return (
    <Modal {...notClosable} opened={pending !== undefined} title="Confirming your payment" size="md">
      <Waiting>
        <Text>{shown?.message}</Text>
        <Text c="dimmed" mt="xs">
          {shown?.review ? 'Our team is checking.' : 'You can leave this page.'} {followText}
        </Text>
      </Waiting>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onAnother}>
          {isFee(kind) ? 'Pay for another patient' : 'Start another order'}
        </Button>
        <DashboardButton />
      </Group>
    </Modal>
  )
}

interface FailureProps extends Pick<Props, 'onClose' | 'onClosed'> {
  failed: Extract<PaymentPhase, { at: 'failed' }> | undefined
}

function Failure({ failed, onClose, onClosed }: FailureProps) {
  const shown = useLatestValue(failed)
  return (
    <Modal
      opened={failed !== undefined}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={shown?.title}
      size="sm"
      centered
      withCloseButton={false}
    >
      <Text role="alert">{shown?.body}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Modal>
  )
}

interface Props {
  kind: CheckoutKind
  phase: PaymentPhase
  onClose: () => void
  /** Runs after the failure dialog has closed. */
  onClosed: () => void
  onAnother: () => void
}

/** The dialogs of a payment, one at a time. */
export function PaymentDialogs({ kind, phase, onClose, onClosed, onAnother }: Props) {
  return (
    <>
      <Modal {...notClosable} opened={phase.at === 'paying'} title="Processing your purchase" size="sm">
        <Waiting>
          <Text>{CHECKOUT_PROCESSING}</Text>
        </Waiting>
      </Modal>
      <Confirming kind={kind} pending={phase.at === 'pending' ? phase : undefined} onAnother={onAnother} />
      <Modal {...notClosable} opened={phase.at === 'done'} title="Payment received" size="md">
        {phase.at === 'done' && <PaidContent done={phase} />}
      </Modal>
      <Failure failed={phase.at === 'failed' ? phase : undefined} onClose={onClose} onClosed={onClosed} />
    </>
  )
}
