import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useChangeUrlSearch, useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { TabPanels } from '#web/ui/layout/tab-panels.tsx'
import { TokensTab } from './tokens-tab.tsx'

type IntegrationTab = 'tokens' | 'webhooks'

const noFilters = { offset: undefined, endpoint_id: undefined, state: undefined }

const lead = (
  <>
    Connect other systems. The calls are described in the{' '}
    <Anchor href="/docs/api/" underline="always" inherit>
      API document
    </Anchor>
    .
  </>
)

/** Access tokens for machines, and webhooks, which another feature draws. */
export function IntegrationsScreen({ webhooks }: { webhooks: ReactNode }) {
  const { tab } = useUrlSearch<{ tab?: IntegrationTab }>()
  const change = useChangeUrlSearch()
  const open = (next: IntegrationTab) => change({ ...noFilters, tab: next === 'webhooks' ? next : undefined }, { replace: true })
  const tabs = [
    { value: 'tokens', label: 'Access tokens', content: <TokensTab /> },
    { value: 'webhooks', label: 'Webhooks', content: webhooks },
  ] as const
  return (
    <Screen title="Integrations" lead={lead}>
      <TabPanels tabs={tabs} value={tab} onOpen={open} />
    </Screen>
  )
}
