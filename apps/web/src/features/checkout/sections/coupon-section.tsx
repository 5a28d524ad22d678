import { Anchor, Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import classes from '#web/features/checkout/checkout.module.css'
import { type CouponValues, noCoupon } from '#web/features/checkout/form/checkout-form.ts'
import type { CheckoutFormState, SectionProps } from '#web/features/checkout/form/use-checkout-form.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'

/** The refused code is cleared, and the discount is 0. */
export function refuseCoupon(form: CheckoutFormState, reason: string): void {
  form.setFieldValue('coupon_code', '')
  form.setFieldValue('coupon', { ...noCoupon, mark: 'bad', reason })
}

/** Checks the typed code for the harvest center of the form: another center needs another check. */
function useCoupon(form: CheckoutFormState, productId: number) {
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

const marks = {
  good: { Shown: IconCircleCheckFilled, color: 'var(--mantine-color-green-light-color)' },
  bad: { Shown: IconCircleXFilled, color: 'var(--mantine-color-red-light-color)' },
} as const

function Mark({ coupon: { mark } }: { coupon: CouponValues }) {
  if (mark === 'none') return null
  if (mark === 'checking') return <Loader size={18} aria-label="Checking the coupon code" />
  const { Shown, color } = marks[mark]
  return (
    <span style={{ display: 'grid' }} data-mark={mark}>
      <Shown size={20} color={color} aria-hidden />
    </span>
  )
}

/** A coupon code. It counts only after Apply. */
export function CouponSection({ form, data }: SectionProps) {
  const { apply, change, payWithout } = useCoupon(form, data.product.id)
  const { coupon, coupon_code } = form.values
  const { onChange: _, ...field } = form.getInputProps('coupon_code')
  const applyByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    apply()
  }
  return (
    <section className={classes.part} aria-label="Coupon">
      <Group gap="xs" align="flex-start" wrap="nowrap" maw="26rem">
        <TextInput
          flex={1}
          label="Coupon code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          rightSection={<Mark coupon={coupon} />}
          {...field}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={applyByEnter}
        />
        <Button
          variant="default"
          className={classes.apply}
          disabled={coupon_code.trim() === ''}
          loading={coupon.mark === 'checking'}
          onClick={apply}
        >
          Apply
        </Button>
      </Group>
      <Text role="status" size="sm" mt={coupon.reason && 'xs'}>
        {coupon.reason}{' '}
        {coupon.mark === 'bad' && (
          <Anchor component="button" type="button" inherit onClick={payWithout}>
            Pay without a coupon
          </Anchor>
        )}
      </Text>
    </section>
  )
}
