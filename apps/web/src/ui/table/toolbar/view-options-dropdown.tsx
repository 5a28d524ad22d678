import { Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { TargetElsewhere } from '#web/ui/dialogs/target-elsewhere.tsx'
import type { DropdownProps } from '#web/ui/dialogs/use-dropdown.ts'
import classes from '../table.module.css'
import type { Column } from '../table-types.ts'
import { densities, useDensity } from './density.ts'

export interface ViewOptionsProps<Row> {
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

type Props<Row> = DropdownProps & ViewOptionsProps<Row>

export function ViewOptionsDropdown<Row>({ id, opened, onClose, target, columns, shown, onToggle, onPhone }: Props<Row>) {
  return (
    <Popover opened={opened} onDismiss={onClose} position="bottom-end" shadow="md" trapFocus withRoles={false}>
      <Popover.Target>
        <TargetElsewhere of={target} />
      </Popover.Target>
      <Popover.Dropdown id={`${id}-dropdown`} role="dialog" aria-label="Display options">
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
