import type { ComponentType, ReactNode } from 'react'
import type { ListFilter } from '#web/lib/url/list-filter.tsx'
import type { ListPage } from '#web/lib/url/use-list-page.ts'

interface Props {
  filters: readonly ListFilter[]
  page: ListPage<object>
}

/** The fields of the filters of a list. Those of the panel are together, where the first of them is. */
export function ListFields({ filters, page: { filter, change } }: Props): ReactNode {
  const inPanel = filters.filter(({ Panel, Field }) => Panel && Field)
  const isOn = ({ keys }: ListFilter) => Object.keys(keys).some((key) => key in filter)
  const fieldOf = (each: ListFilter) => {
    const Field = each.Field as ComponentType<{ filter: object; change: typeof change }> | undefined
    return Field && <Field key={Object.keys(each.keys).join()} filter={filter} change={change} />
  }
  return filters.map((each) => {
    const { Panel } = each
    if (!Panel) return fieldOf(each)
    if (each !== inPanel[0]) return null
    return (
      <Panel key="panel" on={inPanel.filter(isOn).length}>
        {inPanel.map(fieldOf)}
      </Panel>
    )
  })
}
