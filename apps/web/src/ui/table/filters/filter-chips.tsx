import { Button, Group, Pill } from '@mantine/core'
import type { Chip } from '#web/lib/url/use-list-page.ts'

/** The active filters. Each can be removed, and `onClear` removes all. */
export function FilterChips({ chips, onClear }: { chips: Chip[]; onClear: () => void }) {
  return (
    <Group gap={6} role="group" aria-label="Active filters">
      {chips.map(({ key, label, onRemove }) => (
        <Pill
          key={key}
          withRemoveButton
          onRemove={onRemove}
          size="md"
          // Mantine hides this button from the keyboard and from screen readers.
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
