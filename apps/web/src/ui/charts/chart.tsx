import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import type { ChartProps } from './chart-types.ts'

const Drawing = lazyPart(() => import('./chart-drawing.tsx').then((module) => module.default))

/** A chart that loads only where it is shown. A hidden table has the same figures for screen readers. */
export function Chart(props: ChartProps) {
  const { rows, index, series, label, format = String, height = 260 } = props
  return (
    <figure style={{ margin: 0, overflowX: 'clip' }} aria-label={label}>
      <div aria-hidden>
        <Suspense fallback={<Skeleton h={height} />}>
          <Drawing {...props} />
        </Suspense>
      </div>
      {/* A table ignores a small size, so the box around it is hidden. */}
      <div className="visually-hidden">
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
            {rows.map((row) => (
              <tr key={String(row[index])}>
                <th scope="row">{row[index]}</th>
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
