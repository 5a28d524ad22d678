import { Tabs, type TabsListProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props<Tab extends string> extends Pick<TabsListProps, 'mb' | 'className'> {
  tabs: readonly { value: Tab; label: string; content: ReactNode }[]
  /** The open tab; the first one if there is none of this name. */
  value: string | undefined
  onOpen: (tab: Tab) => void
}

/** Tabs with one panel each. Only the open one is drawn. */
export function TabPanels<Tab extends string>({ tabs, value, onOpen, mb = 'lg', className }: Props<Tab>) {
  const shown = tabs.find((tab) => tab.value === value) ?? tabs[0]
  return (
    <Tabs value={shown?.value ?? null} onChange={(next) => next !== null && onOpen(next as Tab)} keepMounted={false}>
      <Tabs.List mb={mb} {...(className && { className })}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
