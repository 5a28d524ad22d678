import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { noCoupon } from '#web/features/checkout/form/checkout-form.ts'
import type { CheckoutFormState } from '#web/features/checkout/form/use-checkout-form.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'

/** Checks the typed code. A refused code counts for nothing: the discount is 0. */
export function useCoupon(form: CheckoutFormState, productId: number) {
  const check = useMutation({
    ...apiMutation('POST /api/v1/coupon-codes/validate-code/'),
    meta: { handlesErrors: true, onlyReads: true },
  })
  /** The code that is checked now. An answer for an earlier one is dropped. */
  const asked = useRef('')
  const refuse = (reason: string) => form.setFieldValue('coupon', { ...noCoupon, mark: 'bad', reason })

  const apply = async () => {
    const code = form.getValues().coupon_code.trim()
    if (code === '') return
    asked.current = code
    form.clearFieldError('coupon_code')
    form.setFieldValue('coupon', { ...noCoupon, mark: 'checking' })
    const answer = await check
      .mutateAsync({ body: { code, product_id: productId, harvest_center_id: null } })
      .catch((error: unknown) => ({ success: false, message: errorMessage(error), discount: 0 }))
    if (asked.current !== code) return
    if (answer.success) form.setFieldValue('coupon', { mark: 'good', discount: answer.discount, reason: answer.message })
    else refuse(answer.message)
  }

  return {
    apply: () => void apply(),
    /** Another text is another coupon. */
    change: (text: string) => {
      asked.current = ''
      form.setFieldValue('coupon_code', text)
      form.setFieldValue('coupon', noCoupon)
    },
  }
}
