import { Button, Group, Loader, Modal, Text } from '@mantine/core'
import { CHECKOUT_PROCESSING } from '@vialdesk/contract/checkout'
import { type CheckoutKind, isFee } from '#web/features/checkout/form/checkout-kinds.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { DashboardButton, notClosable } from './dialog-parts.tsx'
import { PaidDialog } from './paid-dialog.tsx'
import type { PaymentPhase } from './payment-phase.ts'

function Paying({ opened }: { opened: boolean }) {
  return (
    <Modal {...notClosable} opened={opened} title="Processing your purchase" size="sm">
      <Group wrap="nowrap" align="flex-start" gap="md" role="status">
        <Loader size="sm" aria-hidden />
        <Text>{CHECKOUT_PROCESSING}</Text>
      </Group>
    </Modal>
  )
}

type Pending = Extract<PaymentPhase, { at: 'pending' }>

/** Only the dashboard of a harvest center lists open payments. */
const followText = (kind: CheckoutKind) =>
  kind === 'patient_vials' ? 'We will notify you when it is decided.' : 'You can follow it on your dashboard.'

interface ConfirmingProps {
  kind: CheckoutKind
  pending: Pending | undefined
  onAnother: () => void
}

function Confirming({ kind, pending, onAnother }: ConfirmingProps) {
  const shown = useLatestValue(pending)
  return (
    <Modal {...notClosable} opened={pending !== undefined} title="Confirming your payment" size="md">
      <Group wrap="nowrap" align="flex-start" gap="md" role="status">
        <Loader size="sm" aria-hidden />
        <div>
          <Text>{shown?.message}</Text>
          <Text c="dimmed" mt="xs">
            {shown?.review ? 'Our team is checking.' : 'You can leave this page.'} {followText(kind)}
          </Text>
        </div>
      </Group>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onAnother}>
          {isFee(kind) ? 'Pay for another patient' : 'Start another order'}
        </Button>
        <DashboardButton />
      </Group>
    </Modal>
  )
}

type Failed = Extract<PaymentPhase, { at: 'failed' }>

function Failure({ failed, onClose, onClosed }: { failed: Failed | undefined; onClose: () => void; onClosed: () => void }) {
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
      <Paying opened={phase.at === 'paying'} />
      <Confirming kind={kind} pending={phase.at === 'pending' ? phase : undefined} onAnother={onAnother} />
      <PaidDialog done={phase.at === 'done' ? phase : undefined} />
      <Failure failed={phase.at === 'failed' ? phase : undefined} onClose={onClose} onClosed={onClosed} />
    </>
  )
}
