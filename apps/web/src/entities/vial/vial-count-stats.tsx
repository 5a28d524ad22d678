import { formatCount } from '#web/lib/format/format-count.ts'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { type ShownVialCounts, vialCountNotes } from './vial-count-notes.ts'

/** The same four figures on every screen. The note of a figure says which states it contains. */
export function VialCountStats({ counts }: { counts: ShownVialCounts }) {
  const notes = vialCountNotes(counts)
  return (
    <StatRow>
      <Stat label="In preparation" value={formatCount(counts.vials_preparation ?? 0)} note={notes.preparation} />
      <Stat label="Ready to ship" value={formatCount(counts.vials_ready_ship ?? 0)} note={notes.ready} />
      <Stat label="Available" value={formatCount(counts.vials_available ?? 0)} note={notes.available} />
      <Stat label="Shipped" value={formatCount(counts.vials_shipped ?? 0)} note={notes.shipped} />
    </StatRow>
  )
}
