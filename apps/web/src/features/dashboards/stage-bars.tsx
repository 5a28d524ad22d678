import { Link } from '@tanstack/react-router'
import { stageNames, stages } from '@vialdesk/contract/people/lab-fields'
import type { Stage } from '@vialdesk/contract/people/patients'
import { type Entry, useFigureLink } from '#web/features/dashboards/figure.tsx'
import { formatCount } from '#web/lib/format/format-count.ts'
import classes from './stage-bars.module.css'

interface Props {
  counts: { stage: Stage; count: number }[]
  /** The accessible name. */
  label: string
  /** The list of the patients at a stage. */
  figure: Entry<{ stage: Stage }>
}

/** The number of patients at each stage. Empty stages are shown too, so that the journey is complete. */
export function StageBars({ counts, label, figure }: Props) {
  const link = useFigureLink()
  const countOf = new Map(counts.map(({ stage, count }) => [stage, count]))
  const most = Math.max(1, ...countOf.values())
  return (
    <ol className={classes.bars} aria-label={label}>
      {stages.map((stage) => {
        const count = countOf.get(stage) ?? 0
        return (
          <li key={stage} className={classes.line} data-empty={count === 0 || undefined}>
            <Link {...link(figure, { stage })} className={classes.link}>
              {stageNames[stage]}
            </Link>
            <span className={classes.track} aria-hidden>
              <span className={classes.bar} style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className={classes.count}>{formatCount(count)}</span>
          </li>
        )
      })}
    </ol>
  )
}
