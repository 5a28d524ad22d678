import { Button, Group, Pill } from '@mantine/core'

export interface Chip {
  key: string
  /** Such as `Role: Lab`. */
  label: string
  onRemove: () => void
}

/** The filters that are on, each removable by itself. */
export function FilterChips({ chips, onClear }: { chips: Chip[]; onClear: () => void }) {
  if (chips.length === 0) return null
  return (
    <Group gap={6} role="group" aria-label="Active filters">
      {chips.map(({ key, label, onRemove }) => (
        <Pill
          key={key}
          withRemoveButton
          onRemove={onRemove}
          size="md"
          removeButtonProps={{ 'aria-label': `Remove ${label}`, tabIndex: 0, 'aria-hidden': false }}
        >
          {label}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear all
      </Button>
    </Group>
  )
}
