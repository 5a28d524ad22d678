import type { ReactNode } from 'react'
import classes from './trace-report.module.css'

export interface TraceColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
}

interface Props<Row> {
  label: string
  /** The first column names the row. */
  columns: readonly [TraceColumn<Row>, ...TraceColumn<Row>[]]
  rows: readonly Row[]
  /** A line above the heads of the columns. */
  above?: ReactNode
}

/** All rows at once. CSS turns rows into cards on narrow screens, but paper always gets a table. */
export function TraceRows<Row extends { id: number }>({ label, columns: [name, ...columns], rows, above }: Props<Row>) {
  return (
    <table className={classes.vials} aria-label={label}>
      <thead>
        {above && (
          // Repeated on every sheet of paper, so that a loose sheet shows its patient.
          <tr className={classes.loose}>
            <td colSpan={columns.length + 1}>{above}</td>
          </tr>
        )}
        <tr>
          {[name, ...columns].map(({ header }) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{name.cell(row)}</th>
            {columns.map(({ header, cell }) => (
              <td key={header} data-header={header}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
