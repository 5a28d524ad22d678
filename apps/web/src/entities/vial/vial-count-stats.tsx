import type { LinkProps } from '@tanstack/react-router'
import { inSentence, labLabel, vialStateNames } from '@vialdesk/contract/people/lab-fields'
import type { VialCounts, VialStateCounts } from '@vialdesk/contract/people/patients'
import { formatCount } from '#web/lib/format/format-count.ts'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'

/** The counts of a patient or of all patients of a center. Counts that the reader may not see are absent. */
type ShownVialCounts = Partial<VialCounts & VialStateCounts> & {
  vials_preparation?: number | undefined
  vials_ready_ship?: number | undefined
}

/** `6 in processing, 3 in quarantine`; undefined when all are zero. */
const parts = (...named: [count: number, name: string][]): string | undefined =>
  named
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${formatCount(count)} ${name}`)
    .join(', ') || undefined

/** The notes under the four figures of a patient's vials. The equations are in the glossary under 'vial counts'. */
export function vialCountNotes(counts: ShownVialCounts) {
  const { vials_ready_ship: ready = 0, vials_quarantine: quarantine = 0 } = counts
  return {
    preparation: parts(
      [counts.vials_in_process ?? 0, inSentence(vialStateNames.in_process)],
      [Math.max(quarantine - ready, 0), inSentence(vialStateNames.quarantine)],
    ),
    ready: ready > 0 ? 'Not yet in storage' : undefined,
    available: parts([counts.vials_held ?? 0, inSentence(vialStateNames.held)], [counts.vials_reserved ?? 0, 'ordered']),
    shipped: parts([counts.vials_disposed ?? 0, 'more disposed of']),
  }
}

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
