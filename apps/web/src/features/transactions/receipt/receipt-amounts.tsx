import { type SaleLine, saleLines } from '@vialdesk/contract/sale-lines'
import { paidOf } from '@vialdesk/contract/sale-money'
import type { ReactNode } from 'react'
import type { Answer } from '#web/lib/api/api.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import classes from './receipt.module.css'

type Sale = Answer<'GET /api/v1/transactions/{id}/'>

function Row({ label, dollars }: { label: ReactNode; dollars: number }) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td>
        <Money dollars={dollars} />
      </td>
    </tr>
  )
}

function labelOf(line: Exclude<SaleLine, { kind: 'product' }>): ReactNode {
  if (line.kind === 'extra') return line.label
  const date = <DateText value={line.date} />
  if (line.kind === 'refund') return <>Refund {date}</>
  if (line.kind === 'void') return <>Payment voided {date}</>
  return (
    <>
      Correction {date}: <span className={classes.note}>{line.note}</span>
      {line.changes.map((change) => (
        <span key={change} className={classes.change}>
          {change}
        </span>
      ))}
    </>
  )
}

function Line({ line }: { line: SaleLine }) {
  if (line.kind !== 'product') return <Row label={labelOf(line)} dollars={line.amount} />
  return (
    <tr>
      <th scope="row">{line.label}</th>
      <td>{line.quantity}</td>
      <td>
        <Money dollars={line.price} />
      </td>
      <td>
        <Money dollars={line.amount} />
      </td>
    </tr>
  )
}

/** What was sold, its corrections and what was given back, which add up to the total; and what was paid. */
export function ReceiptAmounts({ sale }: { sale: Sale }) {
  const paid = paidOf(sale)
  const lines = saleLines(sale)
  return (
    <table className={classes.amounts}>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, n) => (
          // The lines of a sale never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike
          <Line key={n} line={line} />
        ))}
      </tbody>
      <tfoot>
        {sale.net_amount !== paid && <Row label="Total" dollars={sale.net_amount} />}
        <Row
          label={
            <>
              Total paid
              {sale.net_amount !== paid && <span className={classes.change}>Corrections do not change what was paid.</span>}
            </>
          }
          dollars={paid}
        />
      </tfoot>
    </table>
  )
}
