import { Button, Group } from '@mantine/core'
import { use, useState } from 'react'
import { formatCount } from '#web/lib/format/format-count.ts'
import { type ExportProps, ExportSlot } from './export-slot.ts'
import { SelectionBar } from './selection-bar.tsx'

/** One call exports at most this many chosen rows. */
const MAX_CHOSEN = 200

interface Props {
  exported: ExportProps
  ids: number[]
  onClear: () => void
}

/** The chosen rows of a table without other actions on them: their export, or that of all rows that match. */
export function ChosenRows({ exported, ids, onClear }: Props) {
  const Export = use(ExportSlot)
  const chosen = ids.join()
  /** The rows that were chosen when all that match were selected. Another choice ends this. */
  const [allWith, setAllWith] = useState<string>()
  if (allWith !== undefined && allWith !== chosen) setAllWith(undefined)
  const { count = 0, rows } = exported
  const isAll = allWith === chosen
  const tooMany = !isAll && ids.length > MAX_CHOSEN
  const canSelectAll = !isAll && ids.length > 0 && count > ids.length
  return (
    <SelectionBar
      label={`Selected ${rows[1]}`}
      count={isAll ? count : ids.length}
      hint={tooMany ? `Select at most ${MAX_CHOSEN} ${rows[1]}, or all of them.` : undefined}
      onClear={onClear}
    >
      <Group gap="xs">
        {canSelectAll && (
          <Button variant="subtle" onClick={() => setAllWith(chosen)} className="figures">
            Select all {formatCount(count)} that match
          </Button>
        )}
        {Export && !tooMany && <Export {...exported} ids={isAll ? undefined : ids} />}
      </Group>
    </SelectionBar>
  )
}
