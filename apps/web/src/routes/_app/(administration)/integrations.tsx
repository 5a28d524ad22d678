import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsScreen } from '#web/features/integrations/integrations-screen.tsx'
import { Webhooks } from '#web/features/webhooks/webhooks.tsx'

export const Route = createFileRoute('/_app/(administration)/integrations')({
  component: () => <IntegrationsScreen webhooks={<Webhooks />} />,
})
