import { Button, Group, Loader, Modal, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { CHECKOUT_PROCESSING } from '@vialdesk/contract/checkout'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
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
function DashboardButton({ variant }: { variant?: string }) {
  const navigate = useNavigate()
  return (
    <Button variant={variant} onClick={() => void navigate({ to: '/dashboard', ignoreBlocker: true })}>
      Dashboard
    </Button>
  )
}

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

function Confirming({ pending, onAnother }: { pending: Pending | undefined; onAnother: () => void }) {
  const shown = useLatestValue(pending)
  return (
    <Modal {...notClosable} opened={pending !== undefined} title="Confirming your payment" size="md">
      <Group wrap="nowrap" align="flex-start" gap="md" role="status">
        <Loader size="sm" aria-hidden />
        <div>
          <Text>{shown?.message}</Text>
          <Text c="dimmed" mt="xs">
            {shown?.review
              ? 'Our team is checking. You can follow it on your dashboard.'
              : 'You can leave this page and follow the payment on your dashboard.'}
          </Text>
        </div>
      </Group>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onAnother}>
          Pay for another patient
        </Button>
        <DashboardButton />
      </Group>
    </Modal>
  )
}

type Done = Extract<PaymentPhase, { at: 'done' }>

function Success({ done }: { done: Done | undefined }) {
  const shown = useLatestValue(done)
  const receipt = shown?.transactionId
  return (
    <Modal {...notClosable} opened={done !== undefined} title="Payment received" size="md">
      <Group wrap="nowrap" align="flex-start" gap="sm" role="status">
        <IconCircleCheck size={24} color="var(--mantine-color-green-light-color)" style={{ flexShrink: 0 }} aria-hidden />
        <Text>{shown?.message}</Text>
      </Group>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => location.reload()}>
          Close
        </Button>
        <DashboardButton variant="default" />
        {receipt && (
          <Button data-autofocus renderRoot={(props) => <Link {...props} to="/receipt/$id" params={{ id: String(receipt) }} />}>
            View receipt
          </Button>
        )}
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
  phase: PaymentPhase
  onClose: () => void
  /** Runs after the failure dialog has closed. */
  onClosed: () => void
  onAnother: () => void
}

/** The dialogs of a payment, one at a time. */
export function PaymentDialogs({ phase, onClose, onClosed, onAnother }: Props) {
  return (
    <>
      <Paying opened={phase.at === 'paying'} />
      <Confirming pending={phase.at === 'pending' ? phase : undefined} onAnother={onAnother} />
      <Success done={phase.at === 'done' ? phase : undefined} />
      <Failure failed={phase.at === 'failed' ? phase : undefined} onClose={onClose} onClosed={onClosed} />
    </>
  )
}
