import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { VialState } from '@vialdesk/contract/single-vials'
import { vialStateNames } from '#web/entities/vial/vial-states.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import classes from './vials-by-state.module.css'

/** Number of vials by state, linked to the filtered list. */
export function VialsByState({ counts }: { counts: { state: VialState; count: number }[] }) {
  return (
    <ul className={classes.states} aria-label="Your vials by state">
      {counts.map(({ state, count }) => (
        <li key={state} data-empty={count === 0 || undefined}>
          <Anchor renderRoot={(props) => <Link {...props} to="/vials" search={{ state }} />}>{vialStateNames[state]}</Anchor>
          <span className={classes.count}>{formatCount(count)}</span>
        </li>
      ))}
    </ul>
  )
}
