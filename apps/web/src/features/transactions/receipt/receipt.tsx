import { Title } from '@mantine/core'
import { toCents, toDollars } from '@vialdesk/contract/primitives'
import type { ReactNode } from 'react'
import { CenterLinks } from '#web/entities/center/center-links.tsx'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { cardBrandName } from '#web/entities/payment/card-brand-name.ts'
import { Fulfilment } from '#web/entities/payment/fulfilment.tsx'
import type { Answer } from '#web/lib/api/api.ts'
import { type PortalConfig, portal } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import classes from './receipt.module.css'

type Sale = Answer<'GET /api/v1/transactions/{id}/'>
type SaleAddress = Sale['billing']

const addressLinesOf = ({ company, address1, address2, city, state, zip_code, country_desc }: SaleAddress) =>
  [
    company,
    address1,
    address2,
    [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    country_desc,
  ].filter(Boolean)

function AddressBlock({ title, address }: { title: string; address: SaleAddress }) {
  const lines = addressLinesOf(address)
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

function Facts({ sale }: { sale: Sale }) {
  const centers = [...sale.harvest_center, ...sale.referral_harvest_center]
  const facts: [string, ReactNode][] = [
    ['Invoice', sale.invoice_id],
    ['Paid on', <DateText key="date" value={sale.date} withTime />],
    ['Bought by', centers.length > 0 && <CenterLinks key="centers" centers={centers} />],
    ['Patient', sale.patient[0] && <PatientLink key="patient" patient={sale.patient[0]} />],
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

/** What changed after the payment: an edited amount, for admins, and the money that was given back. */
function laterAmounts({ amount, charged_amount, refunded_amount, state }: Sale) {
  return [
    { label: 'Charged to the card', dollars: charged_amount !== amount ? charged_amount : undefined },
    { label: 'Refunded', dollars: state !== 'voided' && refunded_amount > 0 ? -refunded_amount : undefined },
  ].flatMap(({ label, dollars }) => (dollars === undefined ? [] : [{ label, dollars }]))
}

/** Hides lines of zero, except the product price. */
function Amounts({ sale }: { sale: Sale }) {
  const { quantity, price, shipping_fee, harvest_fee, coupon_code_amount, coupon_code_used } = sale
  const product = sale.product.map(({ name }) => name).join(', ')
  const extras = [
    { label: 'Shipping Fee', dollars: shipping_fee },
    { label: 'Harvest Fee', dollars: harvest_fee },
    { label: coupon_code_used ? `Discount (${coupon_code_used})` : 'Discount', dollars: -coupon_code_amount },
  ].filter(({ dollars }) => dollars !== 0)
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
        <tr>
          <th scope="row">{product}</th>
          <td>{quantity}</td>
          <td>
            <Money dollars={price} />
          </td>
          <td>
            <Money dollars={toDollars(toCents(price) * quantity)} />
          </td>
        </tr>
        {extras.map(({ label, dollars }) => (
          <tr key={label}>
            <th scope="row" colSpan={3}>
              {label}
            </th>
            <td>
              <Money dollars={dollars} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {sale.state === 'voided' ? 'Total, not charged' : 'Total paid'}
          </th>
          <td>
            <Money dollars={sale.amount} />
          </td>
        </tr>
        {laterAmounts(sale).map(({ label, dollars }) => (
          <tr key={label} className={classes.later}>
            <th scope="row" colSpan={3}>
              {label}
            </th>
            <td>
              <Money dollars={dollars} />
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

const states = {
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  voided: 'Voided',
} as const

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
      <header className={classes.head}>
        <Seller {...config} />
        <Title order={2} id="receipt-title">
          Receipt {sale.invoice_id}
        </Title>
        {sale.state !== 'paid' && <StatusBadge meaning="info">{states[sale.state]}</StatusBadge>}
      </header>
      <Facts sale={sale} />
      <Amounts sale={sale} />
      <div className={classes.places}>
        <AddressBlock title="Billing address" address={sale.billing} />
        <AddressBlock title="Shipping address" address={sale.shipping} />
      </div>
      <footer className={classes.foot}>Thank you. {email_sender && <>Questions about this receipt: {email_sender}</>}</footer>
    </article>
  )
}
