import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useChangeUrlSearch, useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { TabPanels } from '#web/ui/layout/tab-panels.tsx'
import { SettingsForm } from './form/settings-form.tsx'
import type { PreviewViews } from './preview/preview-panel.tsx'
import { SettingsVersions } from './versions/settings-versions.tsx'

export type SettingsTab = 'brand' | 'templates' | 'email' | 'payments' | 'versions'

interface Props {
  views: PreviewViews
  /** The sections that other features provide. */
  templates: ReactNode
  email: ReactNode
  payments: ReactNode
}

/** The form keeps the settings that it began with: it is made anew only for another version of them. */
function DomainInformation({ views }: Pick<Props, 'views'>) {
  const query = useQuery({ ...apiQuery('GET /domain/settings/'), refetchOnWindowFocus: false })
  return (
    <Loaded query={query} loading="Loading form...">
      {(settings) => <SettingsForm settings={settings} views={views} />}
    </Loaded>
  )
}

/** Brand, documents, mail and payments of the domain. */
export function WhiteLabelSettingsScreen({ views, templates, email, payments }: Props) {
  const { tab } = useUrlSearch<{ tab?: SettingsTab }>()
  const change = useChangeUrlSearch()
  const open = (next: SettingsTab) => change({ tab: next === 'brand' ? undefined : next, offset: undefined }, { replace: true })
  const tabs = [
    { value: 'brand', label: 'Domain Information', content: <DomainInformation views={views} /> },
    { value: 'templates', label: 'Email File Templates', content: templates },
    { value: 'email', label: 'Email Configuration', content: email },
    { value: 'payments', label: 'Payment Settings', content: payments },
    { value: 'versions', label: 'Earlier versions', content: <SettingsVersions /> },
  ] as const
  return (
    <Screen title="White Label Settings" lead="How your portal looks, and how it writes to people and takes payments.">
      <TabPanels tabs={tabs} value={tab} onOpen={open} mb="xl" />
    </Screen>
  )
}
