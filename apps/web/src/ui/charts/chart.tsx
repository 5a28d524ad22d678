import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import classes from './chart.module.css'
import type { ChartProps } from './chart-types.ts'

const Drawing = lazyPart(() => import('./chart-drawing.tsx').then((module) => module.default))

/** A chart that loads only where it is shown. A hidden table has the same figures for screen readers. */
export function Chart(props: ChartProps) {
  const { rows, index, series, label, format = String, height = 260, links } = props
  return (
    <figure style={{ margin: 0, overflowX: 'clip' }} aria-label={label}>
      <div aria-hidden>
        <Suspense fallback={<Skeleton h={height} />}>
          <Drawing {...props} />
        </Suspense>
      </div>
      {/* A table ignores a small size, so the box around it is hidden. A link in it must be seen while it has the focus. */}
      <div className={`visually-hidden ${classes.table}`}>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{index}</th>
              {series.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={String(row[index])}>
                <th scope="row">{links?.[place] ? <Link {...links[place]}>{row[index]}</Link> : row[index]}</th>
                {series.map(({ key }) => (
                  <td key={key}>{format(Number(row[key] ?? 0))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
