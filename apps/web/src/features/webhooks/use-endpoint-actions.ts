import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { WebhookEndpoint } from '@vialdesk/contract/business/webhooks'
import { apiMutation } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { hostOf } from './delivery.columns.tsx'

function useRemove() {
  const remove = useAction('DELETE /api/v1/webhook-endpoints/{id}/', () => 'The webhook has been removed.')
  return async ({ id, url }: WebhookEndpoint) => {
    const consequence = 'Nothing more is sent to it, and its deliveries leave the list.'
    const question = { title: `Remove the webhook of ${hostOf(url)}?`, consequence, verb: 'Remove', danger: true }
    if (await confirm(question)) remove.mutate({ params: { id } })
  }
}

function useReplaceSecret(onSecret: (secret: string) => void) {
  const replace = useMutation({
    ...apiMutation('POST /api/v1/webhook-endpoints/{id}/rotate-secret/'),
    onSuccess: ({ secret }) => onSecret(secret),
  })
  return async ({ id, url }: WebhookEndpoint) => {
    const consequence = 'For a day, messages are signed with both secrets. Then only the new one counts.'
    if (await confirm({ title: `Replace the secret of ${hostOf(url)}?`, consequence, verb: 'Replace' }))
      replace.mutate({ params: { id } })
  }
}

interface Handlers {
  onEdit: (endpoint: WebhookEndpoint) => void
  onSecret: (secret: string) => void
}

/** The actions of a webhook's row. */
export function useEndpointActions({ onEdit, onSecret }: Handlers): (endpoint: WebhookEndpoint) => RowAction[] {
  const remove = useRemove()
  const replaceSecret = useReplaceSecret(onSecret)
  const sendTest = useAction('POST /api/v1/webhook-endpoints/{id}/test/')
  const change = useAction('PATCH /api/v1/webhook-endpoints/{id}/', ({ active }) =>
    active ? 'The webhook is on.' : 'The webhook is off.',
  )
  return (endpoint) => {
    const { id, active } = endpoint
    const switchTo = () => change.mutate({ params: { id }, body: { active: !active } })
    return [
      { label: 'Edit', icon: IconPencil, onClick: () => onEdit(endpoint) },
      { label: 'Send test event', icon: IconSend, disabled: !active, onClick: () => sendTest.mutate({ params: { id } }) },
      { label: 'Replace secret', icon: IconKey, onClick: () => void replaceSecret(endpoint) },
      { label: active ? 'Switch off' : 'Switch on', icon: active ? IconPlayerPause : IconPlayerPlay, onClick: switchTo },
      { label: 'Remove', icon: IconTrash, danger: true, onClick: () => void remove(endpoint) },
    ]
  }
}
