import { Stack, Text } from '@mantine/core'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import type { Checkout } from '@vialdesk/contract/checkout'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from '#web/features/checkout/checkout.module.css'
import { PaymentDialogs } from '#web/features/checkout/payment/payment-dialogs.tsx'
import { usePayment } from '#web/features/checkout/payment/use-payment.ts'
import { fieldErrors } from '#web/lib/api/api-error.ts'
import { useCountries } from '#web/lib/forms/countries.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { AddressSection } from './address-section.tsx'
import { CenterSection } from './center-section.tsx'
import { blankCard } from './fee-form.ts'
import { PatientSection } from './patient-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { priceOf } from './price.ts'
import { PriceSummary } from './price-summary.tsx'
import { ShippingFee } from './shipping-fee.tsx'
import type { FeeData } from './use-fee-data.ts'
import { useFeeForm } from './use-fee-form.ts'

interface Props {
  data: FeeData
  newPatient: boolean
  /** An invoice opened to check its payment status. */
  invoiceToCheck: string | undefined
}

/** Blocks leaving the page during a payment. */
function useBlockLeaving(paying: boolean): void {
  useBlocker({ shouldBlockFn: () => paying, enableBeforeUnload: () => paying })
}

/** Connects the form with the payment. */
function useFeeCheckout({ data, newPatient, invoiceToCheck }: Props) {
  const countries = useCountries()
  const codeOf = (country: string) => countries?.find(({ name }) => name === country)?.code ?? ''
  const withCode = <Address extends { country_desc: string }>(address: Address) => ({
    ...address,
    country_code: codeOf(address.country_desc),
  })
  const pay = (input: Checkout) =>
    payment.pay({
      ...input,
      total_amount: priceOf(data.product, input.shipping_fee).total,
      addressInfo: withCode(input.addressInfo),
      shippingInfo: input.shippingInfo && withCode(input.shippingInfo),
    })
  const form = useFeeForm({ data, newPatient, pay })
  const payment = usePayment({
    userId: data.me.id,
    invoiceToCheck,
    onPending: () => form.setFieldValue('credit_card', blankCard),
    onDone: () => form.reset(),
    onRefused: (refusal) => form.setErrors(fieldErrors(refusal)),
  })
  useBlockLeaving(payment.phase.at === 'paying')
  const navigate = useNavigate()
  const startAnother = () => {
    form.reset()
    form.setFieldValue('create_patient', true)
    payment.startAnother()
    void navigate({
      to: '/harvest-center/checkout/processing-fee',
      search: { patient: 'new' },
      replace: true,
      ignoreBlocker: true,
    })
  }
  return { form, payment, startAnother }
}

/** After a failure, focuses the first invalid field, or else the submit button. */
function useErrorFocus() {
  const container = useRef<HTMLDivElement>(null)
  const [submits, setSubmits] = useState(0)
  const find = (selector: string) => container.current?.querySelector<HTMLElement>(selector)
  const focus = () => (find('[aria-invalid="true"]') ?? find('[type="submit"]'))?.focus()
  const afterSubmit = useEffectEvent(focus)
  useEffect(() => {
    if (submits > 0) afterSubmit()
  }, [submits])
  return { container, focus, noteSubmit: () => setSubmits((count) => count + 1) }
}

export function FeeCheckout(props: Props) {
  const { data } = props
  const { form, payment, startAnother } = useFeeCheckout(props)
  const errorFocus = useErrorFocus()
  const { product, me } = data
  const { at } = payment.phase
  if (payment.isChecking) return null
  return (
    <>
      <div ref={errorFocus.container} hidden={at === 'paying' || at === 'pending' || at === 'done'}>
        <Form
          {...form.formProps}
          label="New Patient Processing Fee"
          noSubmitByEnter
          onSubmit={(event) => {
            form.formProps.onSubmit(event)
            errorFocus.noteSubmit()
          }}
        >
          <div className={classes.columns}>
            <Stack gap="xl" miw={0}>
              <div className={classes.banner}>
                <Text fw={600}>{product.name}</Text>
                {product.description && <Text>{product.description}</Text>}
              </div>
              <CenterSection form={form} company={me.company ?? ''} />
              <PatientSection form={form} />
              <AddressSection title="Billing" part="addressInfo" form={form} data={data} />
              <AddressSection title="Shipping" part="shippingInfo" form={form} data={data} />
              <ShippingFee form={form} product={product} />
              <PaymentSection form={form} data={data} />
            </Stack>
            <PriceSummary product={product.name} price={priceOf(product, form.values.shipping_fee)}>
              <SubmitButton busy={form.busy} fullWidth size="md">
                Proceed Checkout
              </SubmitButton>
            </PriceSummary>
          </div>
        </Form>
      </div>
      <PaymentDialogs phase={payment.phase} onClose={payment.backToForm} onClosed={errorFocus.focus} onAnother={startAnother} />
    </>
  )
}
