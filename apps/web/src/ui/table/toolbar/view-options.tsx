import { ActionIcon, Checkbox, Popover, SegmentedControl, Stack, Text, Tooltip } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import classes from '../table.module.css'
import type { Column } from '../table-types.ts'
import { densities, useDensity } from './density.ts'

interface Props<Row> {
  columns: Column<Row>[]
  shown: Column<Row>[]
  onToggle: (key: string) => void
  /** Rows of a phone have one density. */
  onPhone: boolean
}

const densityNames = { comfortable: 'Comfortable', compact: 'Compact' }

function DensityChoice() {
  const { density, choose } = useDensity()
  return (
    <div>
      <Text size="sm" fw={600} mb={6} id="density">
        Rows
      </Text>
      <SegmentedControl
        aria-labelledby="density"
        fullWidth
        data={densities.map((value) => ({ value, label: densityNames[value] }))}
        value={density}
        onChange={choose}
      />
    </div>
  )
}

/** How this browser shows a table: the density of all tables, and the columns of this one. */
export function ViewOptions<Row>({ columns, shown, onToggle, onPhone }: Props<Row>) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus withRoles={false}>
      <Tooltip label="Display">
        <Popover.Target>
          <ActionIcon variant="default" size="input-sm" aria-label="Display options" aria-haspopup="dialog">
            <IconLayoutColumns size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown role="dialog" aria-label="Display options">
        <Stack gap="md" miw={220}>
          {!onPhone && <DensityChoice />}
          <fieldset className={classes.columns}>
            <Text component="legend" size="sm" fw={600} mb={8} p={0}>
              Columns
            </Text>
            <Stack gap={8}>
              {columns.map(({ key, header, main }) => (
                <Checkbox
                  key={key}
                  label={header}
                  checked={shown.some((column) => column.key === key)}
                  disabled={main}
                  onChange={() => onToggle(key)}
                />
              ))}
            </Stack>
          </fieldset>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
