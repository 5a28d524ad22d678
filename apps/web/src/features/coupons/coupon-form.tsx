import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { type Coupon, CouponInput, couponStatuses } from '@vialdesk/contract/money/coupons'
import { useCenterChoices } from '#web/entities/center/center-choices.ts'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { DollarInput } from '#web/ui/forms/dollar-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { MultiChoiceSelect } from '#web/ui/forms/multi-choice-select.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'

const FIXED = 'The coupon was used, so this cannot change.'
const statuses = [
  { value: String(couponStatuses.active), label: 'Active' },
  { value: String(couponStatuses.inactive), label: 'Inactive' },
]

/** The values of a form; a number is blank text until it is entered. */
const initialValuesOf = (coupon: Coupon | undefined) => ({
  name: coupon?.name ?? '',
  code: coupon?.code ?? '',
  discount_amount: coupon?.discount_amount ?? ('' as const),
  max_use_number: coupon?.max_use_number ?? ('' as const),
  product_ids: coupon?.product_ids ?? '',
  harvest_center: coupon?.harvest_center ?? null,
  status: (coupon?.status ?? couponStatuses.active) as 0 | 1,
})

/** Adds or changes a coupon and returns the success message. */
function useSaveCoupon(coupon: Coupon | undefined) {
  const add = useFormCall('POST /api/v1/coupon-codes/')
  const change = useFormCall('PUT /api/v1/coupon-codes/{id}/')
  return async (body: CouponInput) => {
    if (coupon) await change({ params: { id: coupon.id }, body })
    else await add({ body })
    return coupon ? 'Coupon has been updated!' : 'Coupon has been added!'
  }
}

function useCouponForm(coupon: Coupon | undefined, onClose: () => void) {
  const save = useSaveCoupon(coupon)
  return useClosingForm(CouponInput, { initialValues: initialValuesOf(coupon), save, onClose })
}
type CouponFormState = ReturnType<typeof useCouponForm>

function AmountFields({ form, fixed }: { form: CouponFormState; fixed: boolean }) {
  return (
    <>
      <TextInput
        label="Code"
        description={fixed ? FIXED : 'Buyers can enter it in capital or small letters.'}
        disabled={fixed}
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('code')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <DollarInput
          label="Discount amount"
          description={fixed ? FIXED : 'In dollars, off the total.'}
          disabled={fixed}
          allowNegative={false}
          {...form.getInputProps('discount_amount')}
        />
        <WholeNumberInput
          label="Max use"
          description="0 means no limit."
          withAsterisk
          {...form.getInputProps('max_use_number')}
        />
      </SimpleGrid>
    </>
  )
}

function ScopeFields({ form }: { form: CouponFormState }) {
  const { product_ids, status } = form.getValues()
  return (
    <>
      <MultiChoiceSelect
        label="Products"
        description="Leave blank for every product."
        {...useProductChoices()}
        chosen={[]}
        value={product_ids.split(',').filter(Boolean).map(Number)}
        onChange={(ids) => form.setFieldValue('product_ids', ids.join(','))}
        error={form.errors.product_ids}
        data-path="product_ids"
      />
      <ChoiceSelect
        label="Harvest center"
        description="Leave blank for every center."
        {...useCenterChoices()}
        {...form.getInputProps('harvest_center')}
      />
      <Select
        label="Status"
        data={statuses}
        allowDeselect={false}
        {...form.getInputProps('status')}
        value={String(status)}
        onChange={(value) => form.setFieldValue('status', Number(value) as 0 | 1)}
      />
    </>
  )
}

interface Props {
  /** The coupon to edit; undefined for a new one. */
  coupon: Coupon | undefined
  onClose: () => void
}

/** Adds and edits a coupon. */
export function CouponForm({ coupon, onClose }: Props) {
  const form = useCouponForm(coupon, onClose)
  return (
    <Form
      {...form.formProps}
      label={coupon ? 'Edit coupon' : 'Add coupon'}
      verb={coupon ? 'Save' : 'Add Coupon'}
      onCancel={onClose}
    >
      <TextInput label="Name" withAsterisk autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <AmountFields form={form} fixed={coupon !== undefined && !coupon.can.change_amount} />
      <ScopeFields form={form} />
    </Form>
  )
}
