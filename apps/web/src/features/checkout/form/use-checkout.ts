import { useBlocker, useNavigate } from '@tanstack/react-router'
import type { PatientCheckout } from '@vialdesk/contract/money/checkout'
import { useState } from 'react'
import { CardError } from '#web/entities/payment/card-error.ts'
import { tokenizeCard } from '#web/entities/payment/tokenize-card.ts'
import { usePayment } from '#web/features/checkout/payment/use-payment.ts'
import { refuseCoupon } from '#web/features/checkout/sections/coupon-section.tsx'
import type { Decline } from '#web/features/checkout/sections/payment-section.tsx'
import { ApiError, fieldErrors } from '#web/lib/errors/api-error.ts'
import { useCountries } from '#web/lib/forms/countries.ts'
import { blankCard, noCoupon } from './checkout-form.ts'
import { priceOf } from './price.ts'
import type { CheckoutData } from './use-checkout-data.ts'
import { type CheckoutFormState, type CheckoutProps, useCheckoutForm } from './use-checkout-form.ts'

/** Completes the order: the amounts that the page shows, and the codes of the countries. */
function useCompleteOrder({ product }: CheckoutData) {
  const countries = useCountries()
  const withCode = <Address extends { country_desc: string }>(address: Address) => ({
    ...address,
    country_code: countries?.find(({ name }) => name === address.country_desc)?.code ?? '',
  })
  return (input: PatientCheckout, form: CheckoutFormState): PatientCheckout => {
    const { price, total } = priceOf(product, form.getValues())
    return {
      ...input,
      total_amount: total,
      product_amount: price,
      addressInfo: withCode(input.addressInfo),
      shippingInfo: input.shippingInfo && withCode(input.shippingInfo),
    }
  }
}

/** With a real gateway, the server gets a token instead of the card. */
async function sealCard({ settings }: CheckoutData, { credit_card, ...order }: PatientCheckout): Promise<PatientCheckout> {
  return credit_card ? { ...order, ...(await tokenizeCard(settings, credit_card)) } : order
}

/** The errors of a refusal, at their fields. A refused coupon counts no more. */
function showRefusal(form: CheckoutFormState, refusal: unknown): void {
  if (refusal instanceof CardError && refusal.field) form.setErrors({ [`credit_card.${refusal.field}`]: refusal.message })
  if (!(refusal instanceof ApiError)) return
  const { coupon_code, ...errors } = fieldErrors(refusal)
  form.setErrors(errors)
  if (coupon_code) refuseCoupon(form, coupon_code)
  // The discount may have changed too: the code must be applied again.
  else if (refusal.code === 'price_changed') form.setFieldValue('coupon', noCoupon)
}

/** Connects the form with the payment. */
export function useCheckout(props: CheckoutProps) {
  const { data, invoiceToCheck } = props
  const [decline, setDecline] = useState<Decline>()
  const completeOrder = useCompleteOrder(data)
  const pay = (input: PatientCheckout) => {
    setDecline(undefined)
    return payment.pay(() => sealCard(data, completeOrder(input, form)))
  }
  const form = useCheckoutForm(props, pay)
  const payment = usePayment({
    kind: data.kind,
    userId: data.me.id,
    invoiceToCheck,
    onPending: () => form.setFieldValue('credit_card', blankCard),
    onDone: () => form.reset(),
    onDeclined: setDecline,
    onRefused: (refusal) => showRefusal(form, refusal),
  })
  // Nobody leaves the page during a payment.
  const isPaying = () => payment.phase.at === 'paying'
  useBlocker({ shouldBlockFn: isPaying, enableBeforeUnload: isPaying })
  const navigate = useNavigate()
  const startAnother = () => {
    form.reset()
    payment.startAnother()
    void navigate({ to: '.', search: {}, replace: true, ignoreBlocker: true })
  }
  return { form, payment, decline, startAnother }
}
