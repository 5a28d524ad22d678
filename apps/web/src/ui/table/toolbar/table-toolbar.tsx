import { Box, Group } from '@mantine/core'
import { type ReactNode, use } from 'react'
import type { TablePage, ViewedList } from '#web/lib/url/use-list-page.ts'
import { type ExportProps, ExportSlot } from '../selection/export-slot.ts'
import classes from '../table.module.css'
import type { Column } from '../table-types.ts'
import { SortSelect } from './sort-select.tsx'
import { ViewOptions } from './view-options.tsx'
import { ViewsSlot } from './views-slot.ts'

interface Props<Row> {
  columns: Column<Row>[]
  shown: Column<Row>[]
  onToggle: (key: string) => void
  page: TablePage
  views: ViewedList | undefined
  exported: ExportProps | undefined
  onPhone: boolean
  onFocus: () => void
  /** Search and filters. */
  children: ReactNode
}

/** Search and filters on the left, saved views and display options on the right. */
export function TableToolbar<Row>({ columns, shown, onToggle, page, views, exported, onPhone, onFocus, children }: Props<Row>) {
  const Views = use(ViewsSlot)
  const Export = use(ExportSlot)
  const button = exported && !exported.onlyChosen && Export && <Export {...exported} narrow={onPhone} />
  const sort = onPhone && <SortSelect columns={columns} page={page} />
  if (!children)
    return (
      (sort || button) && (
        <div className={classes.toolbar}>
          {sort}
          {button && <Group ml="auto">{button}</Group>}
        </div>
      )
    )
  return (
    <Box className={classes.toolbar} onFocus={onFocus}>
      <div className={classes.filters}>
        {children}
        {sort}
      </div>
      <Group gap="xs" wrap="nowrap" ml="auto">
        {views && Views && <Views list={views} page={page} narrow={onPhone} />}
        {button}
        {columns.length > 3 && <ViewOptions columns={columns} shown={shown} onToggle={onToggle} onPhone={onPhone} />}
      </Group>
    </Box>
  )
}
