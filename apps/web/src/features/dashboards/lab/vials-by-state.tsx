import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { labFigures } from '@vialdesk/contract/dashboard-links'
import { vialStateNames } from '@vialdesk/contract/lab-fields'
import type { VialState } from '@vialdesk/contract/single-vials'
import { useFigureLink } from '#web/features/dashboards/figure.tsx'
import { formatCount } from '#web/lib/format/format-count.ts'
import classes from './vials-by-state.module.css'

/** Number of vials by state, linked to the filtered list. */
export function VialsByState({ counts }: { counts: { state: VialState; count: number }[] }) {
  const link = useFigureLink()
  return (
    <ul className={classes.states} aria-label="Your vials by state">
      {counts.map((row) => (
        <li key={row.state} data-empty={row.count === 0 || undefined}>
          <Anchor renderRoot={(props) => <Link {...props} {...link(labFigures.vials_by_state, row)} />}>
            {vialStateNames[row.state]}
          </Anchor>
          <span className={classes.count}>{formatCount(row.count)}</span>
        </li>
      ))}
    </ul>
  )
}
