import { IntegrationsScreen } from '#web/features/integrations/integrations-screen.tsx'
import { Webhooks } from '#web/features/webhooks/webhooks.tsx'

export const Integrations = () => <IntegrationsScreen webhooks={<Webhooks />} />
