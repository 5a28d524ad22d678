import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NewWebhookEndpoint, type WebhookEndpoint, type WebhookEvent, webhookEventTitles } from '@vialdesk/contract/webhooks'
import type { RefObject } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { useReportUnsaved } from '#web/lib/forms/use-report-unsaved.ts'
import { confirmDiscard } from '#web/ui/dialogs/confirm-discard.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

interface Props {
  /** The webhook to edit; undefined for a new one. */
  endpoint: WebhookEndpoint | undefined
  onClose: () => void
  /** The secret of a new webhook, which the server answers once. */
  onSecret: (secret: string) => void
  unsaved: RefObject<() => boolean>
}

function useEndpointForm({ endpoint, onClose, onSecret }: Props) {
  const add = useMutation({ ...apiMutation('POST /api/v1/webhook-endpoints/'), meta: { handlesErrors: true } })
  const change = useMutation({ ...apiMutation('PATCH /api/v1/webhook-endpoints/{id}/'), meta: { handlesErrors: true } })
  return useContractForm(NewWebhookEndpoint, {
    initialValues: { url: endpoint?.url ?? '', events: endpoint?.events ?? ([] as WebhookEvent[]) },
    async send(body) {
      if (endpoint) {
        await change.mutateAsync({ params: { id: endpoint.id }, body })
        showSuccess('The webhook has been saved.')
        return onClose()
      }
      const { secret } = await add.mutateAsync({ body })
      onClose()
      onSecret(secret)
    },
  })
}

/** Adds and edits a webhook. */
export function EndpointForm(props: Props) {
  const { endpoint, onClose, unsaved } = props
  const form = useEndpointForm(props)
  useReportUnsaved(unsaved, form.isDirty)
  return (
    <Form {...form.formProps} label={endpoint ? 'Edit webhook' : 'Add webhook'}>
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
      <Group gap="xs">
        <SubmitButton busy={form.busy}>{endpoint ? 'Save' : 'Add webhook'}</SubmitButton>
        <Button variant="default" onClick={async () => (await confirmDiscard(form.isDirty())) && onClose()}>
          Cancel
        </Button>
      </Group>
    </Form>
  )
}
