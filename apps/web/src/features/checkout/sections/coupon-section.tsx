import { Button, Group, Loader, TextInput, Tooltip } from '@mantine/core'
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

/** The reason has no visible text: it is the tooltip, and screen readers say it. */
function Mark({ coupon: { mark, reason } }: { coupon: CouponValues }) {
  if (mark === 'none') return null
  if (mark === 'checking') return <Loader size={18} aria-hidden />
  const { Shown, color } = marks[mark]
  return (
    <Tooltip label={reason} withArrow multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes.mark} data-mark={mark}>
        <Shown size={20} color={color} aria-hidden />
      </span>
    </Tooltip>
  )
}

const spokenText = ({ mark, reason }: CouponValues) => {
  if (mark === 'checking') return 'Checking the coupon code'
  return mark === 'none' ? '' : reason
}

/** A coupon code. It counts only after Apply. */
export function CouponSection({ form, product }: { form: CheckoutFormState; product: CheckoutProduct }) {
  const { apply, change } = useCoupon(form, product.id)
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
      <span className="visually-hidden" role="status">
        {spokenText(coupon)}
      </span>
    </section>
  )
}
