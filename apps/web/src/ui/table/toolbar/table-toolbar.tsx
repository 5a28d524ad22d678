import { ActionIcon, Box, Group, NativeSelect } from '@mantine/core'
import { IconArrowsSort, IconLayoutColumns } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import type { TablePage, ViewedList } from '#web/lib/url/use-list-page.ts'
import { useDropdown } from '#web/ui/dialogs/use-dropdown.ts'
import { Hint } from '#web/ui/text/hint.tsx'
import { type ExportProps, ExportSlot } from '../selection/export-slot.ts'
import classes from '../table.module.css'
import type { Column } from '../table-types.ts'
import { sortChoices } from './sort-order.ts'
import type { ViewOptionsProps } from './view-options-dropdown.tsx'
import { ViewsSlot } from './views-slot.ts'

const loadDropdown = () => import('./view-options-dropdown.tsx').then(({ ViewOptionsDropdown }) => ViewOptionsDropdown)

/** How this browser shows a table: the density of all tables, and the columns of this one. */
function ViewOptions<Row>(props: ViewOptionsProps<Row>) {
  const { button, Dropdown, dropdown } = useDropdown('dialog', loadDropdown)
  return (
    <>
      <Hint label="Display">
        <ActionIcon {...button} variant="default" size="input-sm" aria-label="Display options">
          <IconLayoutColumns size={18} stroke={1.6} />
        </ActionIcon>
      </Hint>
      {Dropdown && <Dropdown {...dropdown} {...(props as ViewOptionsProps<unknown>)} />}
    </>
  )
}

interface SortSelectProps<Row> {
  columns: Column<Row>[]
  page: TablePage
}

/** The order of a list on a phone, where rows have no head to click. */
function SortSelect<Row>({ columns, page: { sort, onSort } }: SortSelectProps<Row>) {
  const choices = sortChoices(columns)
  if (!onSort || choices.length === 0) return null
  return (
    <NativeSelect
      aria-label="Sort"
      leftSection={<IconArrowsSort size={16} stroke={1.6} />}
      data={[{ value: '', label: 'Usual order' }, ...choices]}
      value={sort ?? ''}
      onChange={(event) => onSort(event.currentTarget.value || undefined)}
      maw={230}
    />
  )
}

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
