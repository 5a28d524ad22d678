import { Switch } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ManagedProduct } from '@vialdesk/contract/products'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useAction } from '#web/lib/api/use-call.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { PriceForm } from './price-form.tsx'

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
  const last = useLatestValue(edited)
  const close = () => setEdited(undefined)
  return (
    <Screen title="Product Manager" lead="A new price applies to new purchases. Earlier sales keep their price.">
      <List
        of={products}
        onRow={setEdited}
        rowActions={(product) => [{ label: 'Edit price', icon: IconPencil, onClick: () => setEdited(product) }]}
      />
      <FormDialog title={`Edit Product Price(${last?.name})`} size="sm" opened={edited !== undefined} onClose={close}>
        {last && <PriceForm product={last} onClose={close} />}
      </FormDialog>
    </Screen>
  )
}
