import { Checkbox, Stack, TextInput } from '@mantine/core'
import {
  NewWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEvent,
  webhookEventTitles,
} from '@vialdesk/contract/business/webhooks'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { Form } from '#web/ui/forms/form.tsx'

interface Props {
  /** The webhook to edit; undefined for a new one. */
  endpoint: WebhookEndpoint | undefined
  onClose: () => void
  /** The secret of a new webhook, which the server answers once. */
  onSecret: (secret: string) => void
}

function useEndpointForm({ endpoint, onClose, onSecret }: Props) {
  const add = useFormCall('POST /api/v1/webhook-endpoints/')
  const change = useFormCall('PATCH /api/v1/webhook-endpoints/{id}/')
  return useContractForm(NewWebhookEndpoint, {
    initialValues: { url: endpoint?.url ?? '', events: endpoint?.events ?? ([] as WebhookEvent[]) },
    async send(body) {
      if (endpoint) {
        await change({ params: { id: endpoint.id }, body })
        showSuccess('The webhook has been saved.')
        return onClose()
      }
      const { secret } = await add({ body })
      onClose()
      onSecret(secret)
    },
  })
}

/** Adds and edits a webhook. */
export function EndpointForm(props: Props) {
  const { endpoint, onClose } = props
  const form = useEndpointForm(props)
  return (
    <Form
      {...form.formProps}
      label={endpoint ? 'Edit webhook' : 'Add webhook'}
      verb={endpoint ? 'Save' : 'Add webhook'}
      onCancel={onClose}
    >
      <TextInput
        label="URL"
        description="The address of your system that takes the events. It begins with https://."
        withAsterisk
        type="url"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Checkbox.Group
        label="Events"
        description="The message has the id of the patient, document, label or payment, and nothing else about it."
        withAsterisk
        {...form.getInputProps('events')}
        data-path="events"
      >
        <Stack gap="xs" mt="xs">
          {Object.entries(webhookEventTitles).map(([event, title]) => (
            <Checkbox key={event} value={event} label={title} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  )
}
