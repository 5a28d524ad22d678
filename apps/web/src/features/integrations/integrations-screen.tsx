import { Anchor, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useChangeUrlSearch, useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
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
  const { tab = 'tokens' } = useUrlSearch<{ tab?: IntegrationTab }>()
  const change = useChangeUrlSearch()
  const open = (next: string | null) =>
    change({ ...noFilters, tab: next === 'webhooks' ? 'webhooks' : undefined }, { replace: true })
  return (
    <Screen title="Integrations" lead={lead}>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="tokens">Access tokens</Tabs.Tab>
          <Tabs.Tab value="webhooks">Webhooks</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tokens">
          <TokensTab />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">{webhooks}</Tabs.Panel>
      </Tabs>
    </Screen>
  )
}
