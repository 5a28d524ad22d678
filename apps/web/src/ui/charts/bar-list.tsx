import { Anchor, Group } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './bar-list.module.css'

export interface Bar {
  key: string
  label: string
  /** The length of the bar. */
  value: number
  /** The formatted figure. */
  text: string
  /** The list that the bar sums up. */
  link?: LinkProps | undefined
}

/** Figures with a bar each; the largest has the full width. The text states the figures, so the bars are hidden from screen readers. */
export function BarList({ label, bars }: { label: string; bars: Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 0)
  return (
    <ul className={classes.list} aria-label={label}>
      {bars.map(({ key, label: name, value, text, link }) => (
        <li key={key}>
          <Group justify="space-between" align="stretch" wrap="nowrap">
            <span>
              {link ? (
                <Anchor c="inherit" inherit renderRoot={(props) => <Link {...props} {...link} />}>
                  {name}
                </Anchor>
              ) : (
                name
              )}
            </span>
            <span className="figures">{text}</span>
          </Group>
          <div className={classes.track} aria-hidden>
            <div className={classes.bar} style={{ width: `${most > 0 ? Math.max(0, value / most) * 100 : 0}%` }} />
          </div>
        </li>
      ))}
    </ul>
  )
}
