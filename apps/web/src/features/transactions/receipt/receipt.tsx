import { Group, Title } from '@mantine/core'
import { type SaleLine, saleLines } from '@vialdesk/contract/money/sale-lines'
import { paidOf } from '@vialdesk/contract/money/sale-money'
import type { ReactNode } from 'react'
import { CenterLinks } from '#web/entities/center/center-links.tsx'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { cardBrandName } from '#web/entities/payment/card-brand-name.ts'
import { Fulfilment } from '#web/entities/payment/sale-link.tsx'
import { saleStates } from '#web/features/transactions/transaction-totals.tsx'
import type { Answer } from '#web/lib/api/api.ts'
import { type PortalConfig, portal } from '#web/lib/browser/portal.ts'
import { addressLines } from '#web/lib/format/postal-address.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
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
function ReceiptAmounts({ sale }: { sale: Sale }) {
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

function AddressBlock({ title, address }: { title: string; address: Sale['billing'] }) {
  const lines = [address.company, ...addressLines({ ...address, state_desc: address.state })].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className={classes.label}>{title}</h3>
      <address className={classes.address}>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  )
}

/** The parties of a sale, the buyer first. */
function partiesOf({ buyer, harvest_center, referral_harvest_center, patient }: Sale): [string, ReactNode][] {
  const parties = {
    patient: { label: 'Patient', shown: patient[0] && <PatientLink patient={patient[0]} /> },
    referral_harvest_center: {
      label: 'Referral harvest center',
      shown: referral_harvest_center.length > 0 && <CenterLinks centers={referral_harvest_center} />,
    },
    harvest_center: { label: 'Harvest center', shown: harvest_center.length > 0 && <CenterLinks centers={harvest_center} /> },
  }
  const others = Object.values(parties).filter((party) => party !== parties[buyer])
  return [['Bought by', parties[buyer].shown], ...others.map(({ label, shown }): [string, ReactNode] => [label, shown])]
}

function Facts({ sale }: { sale: Sale }) {
  const facts: [string, ReactNode][] = [
    ['Invoice', sale.invoice_id],
    [sale.charged_amount > 0 ? 'Paid on' : 'Ordered on', <DateText key="date" value={sale.date} withTime />],
    ...partiesOf(sale),
    ['Paid with', sale.card_number && `${cardBrandName(sale.card_type)} ending in ${sale.card_number.slice(-4)}`],
    ['Shipping date', sale.shipping_date && <DateText key="shipping" value={sale.shipping_date} />],
    ['Delivery', sale.fulfilment !== 'none' && <Fulfilment key="delivery" sale={sale} />],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

/** The seller: the logo, and the address and phone number that the business gave. */
function Seller({ domain, logo, contact }: Pick<PortalConfig, 'domain' | 'logo' | 'contact'>) {
  return (
    <div className={classes.seller}>
      <BrandMark name={domain.name} logo={logo} size={34} />
      {(contact.address || contact.phone) && (
        <address className={classes.contact}>
          {logo && <span>{domain.name}</span>}
          {contact.address && <span>{contact.address}</span>}
          {contact.phone && <span>{contact.phone}</span>}
        </address>
      )}
    </div>
  )
}

interface Props {
  sale: Sale
  /** Default: the portal of this page. */
  config?: PortalConfig
}

export function Receipt({ sale, config = portal() }: Props) {
  const { email_sender } = config
  return (
    <article className={classes.sheet} aria-labelledby="receipt-title">
      <Group component="header" justify="space-between">
        <Seller {...config} />
        <Title order={2} id="receipt-title">
          Receipt {sale.invoice_id}
        </Title>
        {sale.state !== 'paid' && <StatusBadge meaning="info">{saleStates[sale.state].text}</StatusBadge>}
      </Group>
      <Facts sale={sale} />
      <ReceiptAmounts sale={sale} />
      <div className={classes.places}>
        <AddressBlock title="Billing address" address={sale.billing} />
        <AddressBlock title="Shipping address" address={sale.shipping} />
      </div>
      <footer className={classes.foot}>Thank you. {email_sender && <>Questions about this receipt: {email_sender}</>}</footer>
    </article>
  )
}
