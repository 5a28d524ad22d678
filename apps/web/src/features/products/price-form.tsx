import { NumberInput } from '@mantine/core'
import { type ManagedProduct, ProductPrice } from '@vialdesk/contract/products'
import { useState } from 'react'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

const dollars = {
  withAsterisk: true,
  prefix: '$',
  decimalScale: 2,
  allowNegative: false,
  thousandSeparator: ',',
  inputMode: 'decimal',
} as const

interface Props {
  product: ManagedProduct
  onClose: () => void
}

/** Changes the price and the shipping fee. A failure is an alert, as specified. */
export function PriceForm({ product, onClose }: Props) {
  const update = useFormCall('POST /api/v1/product-prices/update-create/')
  const [failure, setFailure] = useState<string>()
  const form = useContractForm(ProductPrice, {
    initialValues: {
      price: product.price,
      shipping_fee: product.shipping_fee,
      product_id: product.id,
      domain_id: portal().domain.id,
    },
    send: async (body) => {
      const { message } = await update({ body }).catch((error: unknown) => {
        setFailure(errorMessage(error))
        throw error
      })
      showSuccess(message)
      onClose()
    },
  })
  return (
    <Form {...form.formProps} failure={undefined} label={`Price of ${product.name}`}>
      <NumberInput label="Price" data-autofocus {...dollars} {...form.getInputProps('price')} />
      <NumberInput label="Shipping" {...dollars} {...form.getInputProps('shipping_fee')} />
      <div>
        <SubmitButton busy={form.busy}>Update</SubmitButton>
      </div>
      <AlertDialog title="The price was not updated" message={failure} onClose={() => setFailure(undefined)} />
    </Form>
  )
}
