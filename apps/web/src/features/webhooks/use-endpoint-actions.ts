import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { WebhookEndpoint } from '@vialdesk/contract/business/webhooks'
import { apiMutation } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { hostOf } from './delivery.columns.tsx'

interface Handlers {
  onEdit: (endpoint: WebhookEndpoint) => void
  onSecret: (secret: string) => void
}

/** The actions of a webhook's row. */
export function useEndpointActions({ onEdit, onSecret }: Handlers): (endpoint: WebhookEndpoint) => RowAction[] {
  const remove = useAction('DELETE /api/v1/webhook-endpoints/{id}/', () => 'The webhook has been removed.')
  const replaceSecret = useMutation({
    ...apiMutation('POST /api/v1/webhook-endpoints/{id}/rotate-secret/'),
    onSuccess: ({ secret }) => onSecret(secret),
  })
  const sendTest = useAction('POST /api/v1/webhook-endpoints/{id}/test/')
  const change = useAction('PATCH /api/v1/webhook-endpoints/{id}/', ({ active }) =>
    active ? 'The webhook is on.' : 'The webhook is off.',
  )
  return (endpoint) => {
    const { id, active, url } = endpoint
    const switchTo = () => change.mutate({ params: { id }, body: { active: !active } })
    return [
      { label: 'Edit', icon: IconPencil, onClick: () => onEdit(endpoint) },
      { label: 'Send test event', icon: IconSend, disabled: !active, onClick: () => sendTest.mutate({ params: { id } }) },
      {
        label: 'Replace secret',
        icon: IconKey,
        asks: {
          title: `Replace the secret of ${hostOf(url)}?`,
          consequence: 'For a day, messages are signed with both secrets. Then only the new one counts.',
          verb: 'Replace',
        },
        onClick: () => replaceSecret.mutate({ params: { id } }),
      },
      { label: active ? 'Switch off' : 'Switch on', icon: active ? IconPlayerPause : IconPlayerPlay, onClick: switchTo },
      {
        label: 'Remove',
        icon: IconTrash,
        danger: true,
        asks: {
          title: `Remove the webhook of ${hostOf(url)}?`,
          consequence: 'Nothing more is sent to it, and its deliveries leave the list.',
        },
        onClick: () => remove.mutate({ params: { id } }),
      },
    ]
  }
}
