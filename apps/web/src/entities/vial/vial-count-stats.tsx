import type { LinkProps } from '@tanstack/react-router'
import { labLabel } from '@vialdesk/contract/lab-fields'
import { formatCount } from '#web/lib/format/format-count.ts'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { type ShownVialCounts, vialCountNotes } from './vial-count-notes.ts'

const figures = [
  { key: 'vials_preparation', note: 'preparation' },
  { key: 'vials_ready_ship', note: 'ready' },
  { key: 'vials_available', note: 'available' },
  { key: 'vials_shipped', note: 'shipped' },
] as const

interface Props {
  counts: ShownVialCounts
  /** The list that a figure counts. */
  linkOf?: (figure: (typeof figures)[number]['key']) => LinkProps | undefined
}

/** The same four figures on every screen. The note of a figure says which states it contains. */
export function VialCountStats({ counts, linkOf }: Props) {
  const notes = vialCountNotes(counts)
  return (
    <StatRow>
      {figures.map(({ key, note }) => (
        <Stat key={key} label={labLabel(key)} value={formatCount(counts[key] ?? 0)} note={notes[note]} link={linkOf?.(key)} />
      ))}
    </StatRow>
  )
}
