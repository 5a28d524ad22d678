import { Button, Stack } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { WebhookEndpoint } from '@vialdesk/contract/webhooks'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { SecretDialog } from '#web/ui/dialogs/secret-dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import { Deliveries } from './deliveries.tsx'
import { hostOf } from './delivery.columns.tsx'
import { endpointColumns } from './endpoint.columns.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { useEndpointActions } from './use-endpoint-actions.ts'

/** The edited webhook; `new` for a new one. */
type OpenForm = WebhookEndpoint | 'new' | undefined

interface DialogProps {
  open: OpenForm
  onClose: () => void
  onSecret: (secret: string) => void
}

function EndpointDialog({ open, ...handlers }: DialogProps) {
  const shown = useLatestValue(open)
  const endpoint = shown === 'new' ? undefined : shown
  return (
    <FormDialog title={endpoint ? 'Edit webhook' : 'Add webhook'} opened={open !== undefined} onClose={handlers.onClose}>
      <EndpointForm endpoint={endpoint} {...handlers} />
    </FormDialog>
  )
}

function Endpoints({ onOpen, onSecret }: { onOpen: (open: OpenForm) => void; onSecret: (secret: string) => void }) {
  const query = useQuery(apiQuery('GET /api/v1/webhook-endpoints/'))
  const actions = useEndpointActions({ onEdit: onOpen, onSecret })
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => onOpen('new')}>
      Add webhook
    </Button>
  )
  const hint = 'Add the address of your system, and choose the events that it gets.'
  return (
    <Section title="Webhooks" lead="Tell your own systems at once when something happens here." action={add}>
      <Loaded query={query} loading="Loading webhooks…">
        {(endpoints) => (
          <ShortList
            label="Webhooks"
            columns={endpointColumns}
            rows={endpoints}
            rowKey={({ id }) => id}
            rowName={({ url }) => hostOf(url)}
            rowActions={actions}
            empty={<EmptyState icon={IconWebhook} hint={hint} />}
          />
        )}
      </Loaded>
    </Section>
  )
}

/** The webhooks of the domain and what was sent to them. */
export function Webhooks() {
  const [open, setOpen] = useState<OpenForm>()
  const [secret, setSecret] = useState<string>()
  return (
    <Stack gap="xl">
      <Endpoints onOpen={setOpen} onSecret={setSecret} />
      <Deliveries />
      <EndpointDialog open={open} onClose={() => setOpen(undefined)} onSecret={setSecret} />
      <SecretDialog title="Secret of the webhook" name="secret" secret={secret} onClose={() => setSecret(undefined)}>
        Every message is signed with it, as the Standard Webhooks describe: HMAC-SHA256 in the header webhook-signature.
      </SecretDialog>
    </Stack>
  )
}
