import { Group } from '@mantine/core'
import { MAX_VIALS, type Vial } from '@vialdesk/contract/single-vials'
import type { ReactNode } from 'react'
import { actionsFor } from '#web/features/vials/actions/vial-actions.ts'
import { VialButtons } from '#web/features/vials/actions/vial-buttons.tsx'
import { ExportChosen } from '#web/ui/table/selection/export-chosen.tsx'
import { SelectionBar } from '#web/ui/table/selection/selection-bar.tsx'

/** Explains missing actions. */
function hintOn(vials: readonly Vial[]): string | undefined {
  if (vials.length > MAX_VIALS) return `Select at most ${MAX_VIALS} vials`
  if (vials.some(({ state }) => state === 'shipped' || state === 'disposed')) return 'Shipped and disposed vials have no actions'
  return actionsFor(vials).length < 3 ? 'Only actions valid for all selected vials are shown' : undefined
}

interface Props {
  vials: readonly Vial[]
  selectAll: ReactNode
  onClear: () => void
}

/** Number of selected vials and their common actions. */
export function VialSelectionBar({ vials, selectAll, onClear }: Props) {
  return (
    <SelectionBar label="Selected vials" count={vials.length} hint={hintOn(vials)} selectAll={selectAll} onClear={onClear}>
      {vials.length <= MAX_VIALS && (
        <Group gap="xs">
          <ExportChosen list="GET /api/v1/vials/" rows={['vial', 'vials']} ids={vials.map(({ id }) => id)} />
          <VialButtons vials={vials} onDone={onClear} />
        </Group>
      )}
    </SelectionBar>
  )
}
