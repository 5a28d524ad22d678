import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useChangeUrlSearch, useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { SettingsForm } from './form/settings-form.tsx'
import type { PreviewViews } from './preview/preview-panel.tsx'
import { SettingsVersions } from './versions/settings-versions.tsx'

const tabs = [
  { value: 'brand', label: 'Domain Information' },
  { value: 'templates', label: 'Email File Templates' },
  { value: 'email', label: 'Email Configuration' },
  { value: 'payments', label: 'Payment Settings' },
  { value: 'versions', label: 'Earlier versions' },
] as const
export type SettingsTab = (typeof tabs)[number]['value']

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
  const { tab = 'brand' } = useUrlSearch<{ tab?: SettingsTab }>()
  const change = useChangeUrlSearch()
  const open = (next: string | null) =>
    change({ tab: next === 'brand' ? undefined : (next ?? undefined), offset: undefined }, { replace: true })
  const contents: Record<SettingsTab, ReactNode> = {
    brand: <DomainInformation views={views} />,
    templates,
    email,
    payments,
    versions: <SettingsVersions />,
  }
  return (
    <Screen title="White Label Settings" lead="How your portal looks, and how it writes to people and takes payments.">
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="xl">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value }) => (
          <Tabs.Panel key={value} value={value}>
            {contents[value]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  )
}
