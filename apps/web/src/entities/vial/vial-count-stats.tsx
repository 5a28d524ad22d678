import type { LinkProps } from '@tanstack/react-router'
import { formatCount } from '#web/lib/format/format-count.ts'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { type ShownVialCounts, vialCountNotes } from './vial-count-notes.ts'

interface Props {
  counts: ShownVialCounts
  /** The list that a figure counts. */
  linkOf?: (figure: 'vials_preparation' | 'vials_ready_ship' | 'vials_available' | 'vials_shipped') => LinkProps | undefined
}

/** The same four figures on every screen. The note of a figure says which states it contains. */
export function VialCountStats({ counts, linkOf }: Props) {
  const notes = vialCountNotes(counts)
  return (
    <StatRow>
      <Stat
        label="In preparation"
        value={formatCount(counts.vials_preparation ?? 0)}
        note={notes.preparation}
        link={linkOf?.('vials_preparation')}
      />
      <Stat
        label="Ready to ship"
        value={formatCount(counts.vials_ready_ship ?? 0)}
        note={notes.ready}
        link={linkOf?.('vials_ready_ship')}
      />
      <Stat
        label="Available"
        value={formatCount(counts.vials_available ?? 0)}
        note={notes.available}
        link={linkOf?.('vials_available')}
      />
      <Stat
        label="Shipped"
        value={formatCount(counts.vials_shipped ?? 0)}
        note={notes.shipped}
        link={linkOf?.('vials_shipped')}
      />
    </StatRow>
  )
}
