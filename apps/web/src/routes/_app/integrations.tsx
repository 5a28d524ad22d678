import { Tabs } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Webhooks } from '#web/features/webhooks/webhooks.tsx'
import { asOneOf, searchReader } from '#web/lib/url/search-params.ts'
import { useChangeUrlSearch, useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { Screen } from '#web/ui/layout/screen.tsx'

const validateSearch = searchReader({ tab: asOneOf('webhooks') })

/** What other systems may do here, and what they are told. */
function IntegrationsScreen() {
  const { tab = 'webhooks' } = useUrlSearch<{ tab?: string }>()
  const change = useChangeUrlSearch()
  return (
    <Screen title="Integrations" lead="Connect your own systems with the portal.">
      <Tabs value={tab} onChange={(next) => change({ tab: next ?? undefined })} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="webhooks">Webhooks</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="webhooks">
          <Webhooks />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

export const Route = createFileRoute('/_app/integrations')({ validateSearch, component: IntegrationsScreen })
