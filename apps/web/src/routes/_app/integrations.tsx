import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsScreen } from '#web/features/integrations/integrations-screen.tsx'
import { Webhooks } from '#web/features/webhooks/webhooks.tsx'
import { asId, asOneOf, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  tab: asOneOf('tokens', 'webhooks'),
  endpoint_id: asId,
  state: asOneOf('waiting', 'delivered', 'failed'),
  ...listSearch,
})

export const Route = createFileRoute('/_app/integrations')({
  validateSearch,
  component: () => <IntegrationsScreen webhooks={<Webhooks />} />,
})
