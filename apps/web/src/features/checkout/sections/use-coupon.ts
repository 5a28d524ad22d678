import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { noCoupon } from '#web/features/checkout/form/checkout-form.ts'
import type { CheckoutFormState } from '#web/features/checkout/form/use-checkout-form.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'

/** The refused code is cleared, and the discount is 0. */
export function refuseCoupon(form: CheckoutFormState, reason: string): void {
  form.setFieldValue('coupon_code', '')
  form.setFieldValue('coupon', { ...noCoupon, mark: 'bad', reason })
}

/** Checks the typed code for the harvest center of the form: another center needs another check. */
export function useCoupon(form: CheckoutFormState, productId: number) {
  /** The code that is checked now. An answer for an earlier one is dropped. */
  const asked = useRef('')
  const center = form.values.harvest_center_temporal_id
  const checkedFor = useRef(center)
  useEffect(() => {
    if (checkedFor.current === center) return
    checkedFor.current = center
    asked.current = ''
    if (form.getValues().coupon.mark !== 'bad') form.setFieldValue('coupon', noCoupon)
  }, [center, form])
  const check = useMutation(apiMutation('POST /api/v1/coupon-codes/validate-code/', { handlesErrors: true, onlyReads: true }))
  const apply = async () => {
    const code = form.getValues().coupon_code.trim()
    if (code === '') return
    asked.current = code
    form.clearFieldError('coupon_code')
    form.setFieldValue('coupon', { ...noCoupon, mark: 'checking' })
    const answer = await check
      .mutateAsync({ body: { code, product_id: productId, harvest_center_id: center } })
      .catch((error: unknown) => errorMessage(error))
    if (asked.current !== code) return
    if (typeof answer === 'string') {
      // Nobody has refused the code, so it stays.
      form.setFieldValue('coupon', noCoupon)
      form.setFieldError('coupon_code', answer)
    } else if (answer.success) form.setFieldValue('coupon', { mark: 'good', discount: answer.discount, reason: answer.message })
    else refuseCoupon(form, answer.message)
  }

  return {
    apply: () => void apply(),
    payWithout: () => {
      form.clearFieldError('coupon_code')
      form.setFieldValue('coupon', noCoupon)
      // The button goes away with its focus.
      form.getInputNode('coupon_code')?.focus()
    },
    /** Another text is another coupon. */
    change: (text: string) => {
      asked.current = ''
      form.setFieldValue('coupon_code', text)
      form.setFieldValue('coupon', noCoupon)
    },
  }
}
