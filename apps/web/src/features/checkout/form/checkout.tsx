import { Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import classes from '#web/features/checkout/checkout.module.css'
import { PaymentDialogs } from '#web/features/checkout/payment/payment-dialogs.tsx'
import { AddressSection } from '#web/features/checkout/sections/address-section.tsx'
import { CenterSection, OwnCenterSection } from '#web/features/checkout/sections/center-section.tsx'
import { CouponSection } from '#web/features/checkout/sections/coupon-section.tsx'
import { FeePatientSection, PatientSelectSection } from '#web/features/checkout/sections/fee-patient-section.tsx'
import { PaymentSection } from '#web/features/checkout/sections/payment-section.tsx'
import { PriceSummary } from '#web/features/checkout/sections/price-summary.tsx'
import { QuantitySection, ShippingFee } from '#web/features/checkout/sections/quantity-section.tsx'
import { ReferralSection } from '#web/features/checkout/sections/referral-section.tsx'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { isFee } from './checkout-kinds.ts'
import { priceOf } from './price.ts'
import { type CheckoutProps, useCheckout } from './use-checkout.ts'
import type { CheckoutData } from './use-checkout-data.ts'
import type { CheckoutFormState } from './use-checkout-form.ts'

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

function ProductBanner({ product }: Pick<CheckoutData, 'product'>) {
  return (
    <div className={classes.banner}>
      <Text fw={600}>{product.name}</Text>
      {product.description && <Text>{product.description}</Text>}
    </div>
  )
}

interface PartsProps {
  form: CheckoutFormState
  data: CheckoutData
}

/** Who buys, and for whom. */
function Parties({ form, data }: PartsProps) {
  const { kind, product, centers } = data
  if (kind === 'patient_vials') return <OwnCenterSection form={form} data={data} />
  return (
    <>
      <CenterSection form={form} data={data} />
      {kind === 'harvest_fee' && <ReferralSection form={form} centers={centers} />}
      {isFee(kind) ? <FeePatientSection form={form} /> : <PatientSelectSection form={form} product={product} />}
    </>
  )
}

/** What is bought, and where it goes. */
function Order({ form, data }: PartsProps) {
  const { kind, product } = data
  return (
    <>
      {!isFee(kind) && <QuantitySection form={form} product={product} />}
      <AddressSection title="Billing" part="addressInfo" form={form} data={data} />
      {product.has_shipping && (
        <>
          <AddressSection title="Shipping" part="shippingInfo" form={form} data={data} />
          <ShippingFee form={form} product={product} />
        </>
      )}
      <CouponSection form={form} product={product} />
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
              <ProductBanner product={product} />
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
