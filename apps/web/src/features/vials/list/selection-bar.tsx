import { Button, Group, Text } from '@mantine/core'
import { MAX_VIALS, type Vial } from '@vialdesk/contract/single-vials'
import { useEffect } from 'react'
import { actionsFor } from '#web/features/vials/actions/vial-actions.ts'
import { VialButtons } from '#web/features/vials/actions/vial-buttons.tsx'
import { focusPageIfLost } from '#web/lib/browser/focus-page.ts'
import classes from './selection-bar.module.css'

/** Explains missing actions. */
function hintOn(vials: readonly Vial[]): string | undefined {
  if (vials.length > MAX_VIALS) return `Select at most ${MAX_VIALS} vials`
  if (vials.some(({ state }) => state === 'shipped' || state === 'disposed')) return 'Shipped and disposed vials have no actions'
  return actionsFor(vials).length < 3 ? 'Only actions valid for all selected vials are shown' : undefined
}

/** The buttons disappear with the last selection, so the keyboard focus must be kept. */
function useFocusKept(hasSelection: boolean) {
  useEffect(() => {
    if (!hasSelection) focusPageIfLost()
  }, [hasSelection])
}

/** Number of selected vials and their common actions; stays visible while scrolling. */
export function SelectionBar({ vials, onClear }: { vials: readonly Vial[]; onClear: () => void }) {
  const hint = hintOn(vials)
  const hasSelection = vials.length > 0
  useFocusKept(hasSelection)
  return (
    <section aria-label="Selected vials" className={hasSelection ? classes.bar : undefined}>
      <Group gap="xs" justify="space-between">
        <div>
          <Group gap={4}>
            <Text fw={600} className="figures" role="status">
              {hasSelection && `${vials.length} selected`}
            </Text>
            {hasSelection && (
              <Button variant="subtle" size="compact-md" onClick={onClear}>
                Clear
              </Button>
            )}
          </Group>
          {hint && hasSelection && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </div>
        {hasSelection && vials.length <= MAX_VIALS && <VialButtons vials={vials} onDone={onClear} />}
      </Group>
    </section>
  )
}
