import { Anchor, Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import classes from '#web/features/checkout/checkout.module.css'
import type { CouponValues } from '#web/features/checkout/form/checkout-form.ts'
import type { CheckoutProduct } from '#web/features/checkout/form/use-checkout-data.ts'
import type { CheckoutFormState } from '#web/features/checkout/form/use-checkout-form.ts'
import { useCoupon } from './use-coupon.ts'

const marks = {
  good: { Shown: IconCircleCheckFilled, color: 'var(--mantine-color-green-light-color)' },
  bad: { Shown: IconCircleXFilled, color: 'var(--mantine-color-red-light-color)' },
} as const

function Mark({ coupon: { mark } }: { coupon: CouponValues }) {
  if (mark === 'none') return null
  if (mark === 'checking') return <Loader size={18} aria-label="Checking the coupon code" />
  const { Shown, color } = marks[mark]
  return (
    <span className={classes.mark} data-mark={mark}>
      <Shown size={20} color={color} aria-hidden />
    </span>
  )
}

/** A coupon code. It counts only after Apply. */
export function CouponSection({ form, product }: { form: CheckoutFormState; product: CheckoutProduct }) {
  const { apply, change, payWithout } = useCoupon(form, product.id)
  const { coupon, coupon_code } = form.values
  const { onChange: _, ...field } = form.getInputProps('coupon_code')
  const applyByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    apply()
  }
  return (
    <section className={classes.part} aria-label="Coupon">
      <Group gap="xs" align="flex-start" wrap="nowrap" className={classes.coupon}>
        <TextInput
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
