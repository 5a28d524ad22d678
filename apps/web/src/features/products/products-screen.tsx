import { Switch } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ManagedProduct, ProductPrice } from '@vialdesk/contract/money/products'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useAction, useFormCall } from '#web/lib/api/use-call.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { FormDialogOf } from '#web/ui/dialogs/drawer-of.tsx'
import { DollarInput } from '#web/ui/forms/dollar-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'

interface Props {
  product: ManagedProduct
  onClose: () => void
}

/** Changes the price and the shipping fee. A failure is an alert, as specified. */
function PriceForm({ product, onClose }: Props) {
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
      <DollarInput label="Price" data-autofocus allowNegative={false} {...form.getInputProps('price')} />
      <DollarInput label="Shipping" allowNegative={false} {...form.getInputProps('shipping_fee')} />
      <div>
        <SubmitButton busy={form.busy}>Update</SubmitButton>
      </div>
      <AlertDialog title="The price was not updated" message={failure} onClose={() => setFailure(undefined)} />
    </Form>
  )
}

function ActiveSwitch({ product }: { product: ManagedProduct }) {
  const change = useAction('PATCH /api/v1/products/{id}/')
  const { id, name, active } = product
  return (
    <Switch
      size="md"
      aria-label={`${name} is on sale`}
      checked={change.isPending ? change.variables.body.active : active}
      disabled={change.isPending}
      onChange={({ currentTarget }) => change.mutate({ params: { id }, body: { active: currentTarget.checked } })}
    />
  )
}

const columns: Column<ManagedProduct>[] = [
  { key: 'name', sort: 'name', header: 'Name', main: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'price', sort: '-price', header: 'Price', align: 'right', cell: ({ price }) => <Money dollars={price} /> },
  { key: 'shipping', header: 'Shipping', align: 'right', cell: ({ shipping_fee }) => <Money dollars={shipping_fee} /> },
  { key: 'active', phone: 'side', header: 'On sale', width: 110, cell: (product) => <ActiveSwitch product={product} /> },
]

const products = defineList('GET /api/v1/products/', {
  name: 'products',
  label: 'Products',
  pageSize: 10,
  views: 'products',
  exports: { rows: ['product', 'products'] },
  columns,
  filters: [searchFilter({ label: 'Search products', shortTexts: true })],
  rowName: ({ name }) => name,
  loading: 'Loading products...',
})

/** The prices of the domain. */
export function ProductsScreen() {
  const [edited, setEdited] = useState<ManagedProduct>()
  const close = () => setEdited(undefined)
  return (
    <Screen title="Product Manager" lead="A new price applies to new purchases. Earlier sales keep their price.">
      <List
        of={products}
        onRow={setEdited}
        rowActions={(product) => [{ label: 'Edit price', icon: IconPencil, onClick: () => setEdited(product) }]}
      />
      <FormDialogOf of={edited} onClose={close} title={({ name }) => `Edit Product Price(${name})`} size="sm">
        {(product) => <PriceForm product={product} onClose={close} />}
      </FormDialogOf>
    </Screen>
  )
}
