import { Button, Group, Text } from '@mantine/core'
import { MOST_VIALS, type Vial } from '@vialdesk/contract/traced-vials'
import { useEffect } from 'react'
import { keepPlace } from '#web/lib/keep-place.ts'
import classes from './chosen-bar.module.css'
import { actionsFor } from './vial-actions.ts'
import { VialButtons } from './vial-buttons.tsx'

/** Says of the chosen ones what the buttons alone do not. */
function hintOn(vials: readonly Vial[]): string | undefined {
  if (vials.length > MOST_VIALS) return `Select at most ${MOST_VIALS} vials`
  if (vials.some(({ state }) => state === 'shipped' || state === 'disposed')) return 'Shipped and disposed vials have no actions'
  return actionsFor(vials).length < 3 ? 'Only actions valid for all selected vials are shown' : undefined
}

/** With the last one the buttons go: whoever used them by keys goes on from the page. */
function useFocusKept(some: boolean) {
  useEffect(() => {
    if (!some) keepPlace()
  }, [some])
}

/** How many vials are chosen, and what can be done with all of them. It stays in sight while the list is scrolled. */
export function ChosenBar({ vials, onClear }: { vials: readonly Vial[]; onClear: () => void }) {
  const hint = hintOn(vials)
  const some = vials.length > 0
  useFocusKept(some)
  return (
    <section aria-label="Selected vials" className={some ? classes.bar : undefined}>
      <Group gap="xs" justify="space-between">
        <div>
          <Group gap={4}>
            <Text fw={600} className="figures" role="status">
              {some && `${vials.length} selected`}
            </Text>
            {some && (
              <Button variant="subtle" size="compact-md" onClick={onClear}>
                Clear
              </Button>
            )}
          </Group>
          {hint && some && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </div>
        {some && vials.length <= MOST_VIALS && <VialButtons vials={vials} onDone={onClear} />}
      </Group>
    </section>
  )
}
