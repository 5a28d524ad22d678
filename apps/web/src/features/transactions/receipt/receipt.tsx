import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { CenterLinks } from '#web/entities/center/center-links.tsx'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { cardBrandName } from '#web/entities/payment/card-brand-name.ts'
import { Fulfilment } from '#web/entities/payment/fulfilment.tsx'
import type { Answer } from '#web/lib/api/api.ts'
import { type PortalConfig, portal } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import classes from './receipt.module.css'
import { ReceiptAmounts } from './receipt-amounts.tsx'

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
      <Group component="header" justify="space-between">
        <Seller {...config} />
        <Title order={2} id="receipt-title">
          Receipt {sale.invoice_id}
        </Title>
        {sale.state !== 'paid' && <StatusBadge meaning="info">{states[sale.state]}</StatusBadge>}
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
