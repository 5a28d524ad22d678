import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { apiMutation } from '#web/lib/api/api.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { showCarrierAnswer } from './carrier-answer.ts'

const question = {
  title: 'Cancel this label?',
  consequence:
    'The label becomes invalid and its PDF is deleted. You can make a new one. If the center was notified, it gets an email about the cancellation.',
  verb: 'Cancel label',
  cancel: 'Keep label',
  danger: true,
}

/** A label that the carrier made, with a button to cancel it. */
export function MadeLabel({ request }: { request: LabelRequest }) {
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
