import { Alert, Button, Group, Input, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { LabelOrder, type LabelRequest } from '@vialdesk/contract/care/label-requests'
import { useId } from 'react'
import { useLabChoices } from '#web/entities/center/center-choices.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess, showWarning } from '#web/lib/browser/toast.ts'
import { isConflict } from '#web/lib/errors/api-error.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

type RequestState = Pick<LabelRequest, 'carrier_state'>

/** The carrier has not answered yet. */
const awaitsCarrier = ({ carrier_state }: RequestState) =>
  carrier_state === 'asking' || carrier_state === 'unknown' || carrier_state === 'cancelling'

/** Shows the answer of the carrier; a missing answer appears as a warning. */
const showCarrierAnswer = ({ message, ...request }: RequestState & { message: string }) =>
  (awaitsCarrier(request) ? showWarning : showSuccess)(message)

const question = {
  title: 'Cancel this label?',
  consequence:
    'The label becomes invalid and its PDF is deleted. You can make a new one. If the center was notified, it gets an email about the cancellation.',
  verb: 'Cancel label',
  cancel: 'Keep label',
  danger: true,
}

/** A label that the carrier made, with a button to cancel it. */
function MadeLabel({ request }: { request: LabelRequest }) {
  const cancel = useMutation({
    ...apiMutation('POST /api/v1/fedex-requests/{id}/cancel-label/'),
    onSuccess: showCarrierAnswer,
  })
  const ask = () => cancel.mutate({ params: { id: request.id } })
  const begin = async () => {
    if (await confirm(question)) ask()
  }
  if (request.carrier_state === 'cancelling')
    return (
      <Stack gap="sm">
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} role="note">
          The carrier has not confirmed the cancellation. The label may be cancelled: do not use it until this is known.
        </Alert>
        <Group>
          <Button loading={cancel.isPending} onClick={ask}>
            Ask again
          </Button>
        </Group>
      </Stack>
    )
  return (
    <Stack gap="sm" align="flex-start">
      <Text c="dimmed">{labelStateText(request)}</Text>
      {request.can.cancel_label && (
        <Button variant="light" color="red" loading={cancel.isPending} onClick={() => void begin()}>
          Cancel label
        </Button>
      )}
    </Stack>
  )
}

function labelStateText({ pdf_file, tracking_status }: LabelRequest): string {
  if (tracking_status === 'delivered') return 'The carrier made this label, and the parcel has been delivered.'
  if (pdf_file === null)
    return 'The carrier made this label, but the PDF was lost. Print the label at the carrier and upload it below, or cancel the label.'
  return 'The carrier made this label. You can cancel until the parcel is picked up.'
}

const formats = [
  { value: '4x6', label: '4 × 6 in' },
  { value: 'letter', label: 'Letter page' },
]

const useMakeLabel = () => useMutation(apiMutation('POST /api/v1/fedex-requests/{id}/make-label/', { handlesErrors: true }))

/** Orders a label from the carrier, from the address of the request to a lab. */
function MakeLabel({ request, make }: { request: LabelRequest; make: ReturnType<typeof useMakeLabel> }) {
  const formatLabel = useId()
  const labs = useLabChoices()
  const start: { lab_id: number | null; format: '4x6' | 'letter'; pounds: number } = {
    lab_id: request.lab?.id ?? null,
    format: '4x6',
    pounds: 2,
  }
  const form = useContractForm(LabelOrder, {
    initialValues: start,
    guard: false,
    send: async (body) => showCarrierAnswer(await make.mutateAsync({ params: { id: request.id }, body })),
  })
  const { format } = form.values
  return (
    <Form {...form.formProps} label="Carrier label">
      <ChoiceSelect label="Ship to" required {...labs} {...form.getInputProps('lab_id')} />
      <Group gap="md" align="flex-start">
        <Input.Wrapper label="Paper" labelElement="div" labelProps={{ id: formatLabel }}>
          <div>
            <SegmentedControl
              aria-labelledby={formatLabel}
              data={formats}
              value={format}
              onChange={(next) => form.setFieldValue('format', next as typeof format)}
            />
          </div>
        </Input.Wrapper>
        <NumberInput
          label="Weight (lb)"
          w={120}
          min={0.1}
          max={150}
          decimalScale={1}
          hideControls
          {...form.getInputProps('pounds')}
        />
      </Group>
      <Group>
        <SubmitButton busy={form.busy}>Make label</SubmitButton>
      </Group>
    </Form>
  )
}

/** Shown until the carrier has answered an order: no other label can be made meanwhile. */
function CheckLabel({ request }: { request: LabelRequest }) {
  const check = useMutation({
    ...apiMutation('POST /api/v1/fedex-requests/{id}/check-label/'),
    onSuccess: showCarrierAnswer,
  })
  const ask = (give_up: boolean) => check.mutate({ params: { id: request.id }, body: { give_up } })
  const giveUp = async () => {
    const question = {
      title: 'Discard this label?',
      consequence:
        'We check with the carrier once more. If it has no label or cannot be reached, you can make a new one. If the first label appears later, both are charged when scanned.',
      verb: 'Discard',
      danger: true,
    }
    if (await confirm(question)) ask(true)
  }
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />} role="note">
        The carrier has not answered. The label may have been made. You cannot make another label until this is known.
      </Alert>
      <Group gap="xs">
        <Button loading={check.isPending} onClick={() => ask(false)}>
          Check with carrier
        </Button>
        <Button variant="subtle" color="red" disabled={check.isPending} onClick={() => void giveUp()}>
          Discard
        </Button>
      </Group>
    </Stack>
  )
}

export function CarrierForm({ request }: { request: LabelRequest }) {
  const { can, carrier_state: state } = request
  const make = useMakeLabel()
  // A refused form stays, with the reason, although the request may have a label by now.
  if (can.make_label || isConflict(make.error)) return <MakeLabel request={request} make={make} />
  if (can.check_label) return <CheckLabel request={request} />
  if (state === 'made' || state === 'cancelling') return <MadeLabel request={request} />
  return <Text c="dimmed">The label was uploaded manually.</Text>
}
