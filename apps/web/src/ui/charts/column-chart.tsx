import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './column-chart.module.css'

const INTERVALS = 4
/** Steps that are easy to read, within a power of ten. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Five round figures from zero up, the last one at least `most`. */
export function axisTicks(most: number): number[] {
  const least = Math.max(most / INTERVALS, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * (STEPS.find((each) => each * power >= least) ?? 10)
  return Array.from({ length: INTERVALS + 1 }, (_, place) => place * step)
}

interface Column {
  /** The name below the column. */
  name: string
  value: number
  /** The list that the column sums up. */
  link?: LinkProps | undefined
}

interface Props {
  /** The accessible name. */
  label: string
  /** The name of the values, such as Revenue. */
  measure: string
  columns: Column[]
  format: (value: number) => string
}

function Target({ link, children }: { link: LinkProps | undefined; children: ReactNode }) {
  if (!link) return <div className={classes.target}>{children}</div>
  return (
    <Link {...link} className={classes.target}>
      {children}
    </Link>
  )
}

/** About a dozen columns, such as the months of a year. The note of a column is its text for screen readers, too. */
export function ColumnChart({ label, measure, columns, format }: Props) {
  const ticks = axisTicks(Math.max(...columns.map(({ value }) => value)))
  const top = ticks.at(-1) ?? 1
  return (
    <div className={classes.chart}>
      <div className={classes.axis} aria-hidden>
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{format(tick)}</span>
        ))}
      </div>
      <div className={classes.area}>
        <div className={classes.grid} aria-hidden>
          {ticks.map((tick) => (
            <span key={tick} />
          ))}
        </div>
        <ol className={classes.columns} aria-label={label}>
          {columns.map(({ name, value, link }) => (
            <li key={name}>
              <Target link={link}>
                <span className={classes.column} style={{ height: `${Math.max(0, value / top) * 100}%` }} />
                <span className={classes.note}>
                  <span>{name}</span>
                  <span>{measure}</span> <span>{format(value)}</span>
                </span>
              </Target>
              <span className={classes.name} aria-hidden>
                {name}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
