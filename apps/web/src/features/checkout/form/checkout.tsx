import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import classes from '#web/features/checkout/checkout.module.css'
import { PaymentDialogs } from '#web/features/checkout/payment/payment-dialogs.tsx'
import { AddressSection } from '#web/features/checkout/sections/address-section.tsx'
import { CouponSection } from '#web/features/checkout/sections/coupon-section.tsx'
import {
  CenterSection,
  FeePatientSection,
  PatientSelectSection,
  QuantitySection,
  ReferralSection,
  ShippingFee,
} from '#web/features/checkout/sections/order-sections.tsx'
import { PaymentSection } from '#web/features/checkout/sections/payment-section.tsx'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { type CheckoutKind, isFee, type Price, priceOf } from './price.ts'
import { useCheckout } from './use-checkout.ts'
import type { CheckoutProduct } from './use-checkout-data.ts'
import type { CheckoutProps, SectionProps } from './use-checkout-form.ts'

interface SummaryProps {
  kind: CheckoutKind
  product: CheckoutProduct
  price: Price
  /** The submit button. */
  children: ReactNode
}

/** Always visible: next to the form, or below it on a phone. */
function PriceSummary({ kind, product, price, children }: SummaryProps) {
  const lines = [
    { label: 'Price', value: <Money dollars={price.price} /> },
    !isFee(kind) && { label: 'Quantity', value: price.quantity },
    kind === 'harvest_fee' && { label: 'Harvest Fee', value: <Money dollars={price.harvestFee} /> },
    product.has_shipping && { label: 'Shipping Fee', value: <Money dollars={price.shipping} /> },
    { label: 'Discount', value: <Money dollars={price.discount && -price.discount} /> },
  ].filter((line) => line !== false)
  return (
    <aside className={classes.summary} aria-label="Summary">
      <div className={classes.lines}>
        <Title order={2}>Summary</Title>
        <Text c="dimmed">{product.name}</Text>
        <dl className={classes.amounts}>
          {lines.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={classes.buy}>
        <dl className={classes.total} aria-live="polite">
          <div>
            <dt>Total</dt>
            <dd>
              <Money dollars={price.total} />
            </dd>
          </div>
        </dl>
        {children}
      </div>
    </aside>
  )
}

/** After a refused payment, focuses the decline at the card, else the first invalid field, else the submit button. */
function useErrorFocus() {
  const container = useRef<HTMLDivElement>(null)
  const decline = useRef<HTMLDivElement>(null)
  const find = (selector: string) => container.current?.querySelector<HTMLElement>(selector)
  const focusField = () => (find('[aria-invalid="true"]') ?? find('[type="submit"]'))?.focus()
  return {
    container,
    decline,
    focus: () => (decline.current ? decline.current.focus() : focusField()),
  }
}

/** Who buys, and for whom. */
function Parties(props: SectionProps) {
  const { kind } = props.data
  return (
    <>
      <CenterSection {...props} />
      {kind === 'harvest_fee' && <ReferralSection {...props} />}
      {isFee(kind) && <FeePatientSection {...props} />}
      {kind === 'product' && <PatientSelectSection {...props} />}
    </>
  )
}

/** What is bought, and where it goes. */
function Order(props: SectionProps) {
  const { kind, product } = props.data
  return (
    <>
      {!isFee(kind) && <QuantitySection {...props} />}
      <AddressSection title="Billing" part="addressInfo" {...props} />
      {product.has_shipping && (
        <>
          <AddressSection title="Shipping" part="shippingInfo" {...props} />
          <ShippingFee {...props} />
        </>
      )}
      <CouponSection {...props} />
    </>
  )
}

/** The form of all four checkouts, and its payment. */
export function CheckoutForm(props: CheckoutProps & { label: string }) {
  const { data, label } = props
  const { form, payment, decline, startAnother } = useCheckout(props)
  const errorFocus = useErrorFocus()
  const { kind, product, settings } = data
  const price = priceOf(product, form.values)
  const { at } = payment.phase
  if (payment.isChecking) return null
  return (
    <>
      <div ref={errorFocus.container} hidden={at === 'paying' || at === 'pending' || at === 'done'}>
        <Form {...form.formProps} label={label} noSubmitByEnter>
          <div className={classes.columns}>
            <Stack gap="xl" miw={0}>
              <div className={classes.banner}>
                <Text fw={600}>{product.name}</Text>
                {product.description && <Text>{product.description}</Text>}
              </div>
              <Parties form={form} data={data} />
              <Order form={form} data={data} />
              <PaymentSection
                form={form}
                data={data}
                free={price.total === 0}
                decline={decline}
                declineRef={errorFocus.decline}
              />
            </Stack>
            <PriceSummary kind={kind} product={product} price={price}>
              <SubmitButton busy={form.busy} fullWidth size="md" disabled={settings.gateway === 'none' && price.total > 0}>
                Proceed Checkout · {formatMoney(price.total)}
              </SubmitButton>
            </PriceSummary>
          </div>
        </Form>
      </div>
      <PaymentDialogs
        kind={kind}
        phase={payment.phase}
        onClose={payment.backToForm}
        onClosed={errorFocus.focus}
        onAnother={startAnother}
      />
    </>
  )
}
