import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { focusPageIfLost } from '#web/lib/browser/focus-page.ts'
import classes from './selection-bar.module.css'

interface Props {
  /** The accessible name. */
  label: string
  /** The number of selected rows. The bar is empty without any. */
  count: number
  /** Explains missing actions. */
  hint?: string | undefined
  /** With more selected rows, a hint stands in place of the actions. */
  most?: { count: number; rows: string }
  /** The button that selects the rows of all pages. */
  selectAll?: ReactNode
  onClear: () => void
  /** The actions on the selected rows. */
  children: ReactNode
}

/** The buttons disappear with the last selection, so the keyboard focus must be kept. */
function useFocusKept(hasSelection: boolean) {
  useEffect(() => (hasSelection ? focusPageIfLost : undefined), [hasSelection])
}

/** Number of selected rows and their actions; stays visible while scrolling. */
export function SelectionBar({ label, count, hint, most, selectAll, onClear, children }: Props) {
  const hasSelection = count > 0
  const isTooMany = most !== undefined && count > most.count
  const shownHint = isTooMany ? `Select at most ${most.count} ${most.rows}.` : hint
  useFocusKept(hasSelection)
  return (
    <section aria-label={label} className={hasSelection ? classes.bar : undefined}>
      <Group gap="xs" justify="space-between">
        <div>
          <Group gap={4}>
            <Text fw={600} className="figures" role="status">
              {hasSelection && `${count} selected`}
            </Text>
            {hasSelection && (
              <Button variant="subtle" size="compact-md" onClick={onClear}>
                Clear
              </Button>
            )}
            {hasSelection && selectAll}
          </Group>
          {shownHint && hasSelection && (
            <Text size="sm" c="dimmed">
              {shownHint}
            </Text>
          )}
        </div>
        {hasSelection && !isTooMany && children}
      </Group>
    </section>
  )
}
