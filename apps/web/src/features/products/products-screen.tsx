import { Switch } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ManagedProduct } from '@vialdesk/contract/products'
import { useState } from 'react'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { PriceForm } from './price-form.tsx'

const PAGE_SIZE = 10

export interface ProductsSearch {
  search?: string | undefined
}

function ActiveSwitch({ product }: { product: ManagedProduct }) {
  const change = useMutation({
    ...apiMutation('PATCH /api/v1/products/{id}/'),
    onSuccess: ({ message }) => showSuccess(message),
  })
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
  { key: 'name', header: 'Name', main: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'price', header: 'Price', align: 'right', cell: ({ price }) => <Money dollars={price} /> },
  { key: 'shipping', header: 'Shipping', align: 'right', cell: ({ shipping_fee }) => <Money dollars={shipping_fee} /> },
  { key: 'active', phone: 'side', header: 'On sale', width: 110, cell: (product) => <ActiveSwitch product={product} /> },
]

/** The prices of the domain. */
export function ProductsScreen() {
  const page = useListPage(PAGE_SIZE, (filter: ProductsSearch) => [searchFilter(filter)])
  const list = useQuery({ ...apiQuery('GET /api/v1/products/', { query: page.query }), placeholderData: keepPreviousData })
  const [edited, setEdited] = useState<ManagedProduct>()
  const last = useLatestValue(edited)
  const close = () => setEdited(undefined)
  return (
    <Screen title="Product Manager" lead="A new price applies to new purchases. Earlier sales keep their price.">
      <DataTable
        name="products"
        exports={{ list: 'GET /api/v1/products/', rows: ['product', 'products'] }}
        views="products"
        label="Products"
        loading="Loading products..."
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onRow={setEdited}
        rowActions={(product) => [{ label: 'Edit price', icon: IconPencil, onClick: () => setEdited(product) }]}
        toolbar={
          <SearchInput
            label="Search products"
            shortTexts
            value={page.filter.search}
            onSearch={(text) => page.change({ search: text })}
          />
        }
      />
      <FormDialog title={`Edit Product Price(${last?.name})`} size="sm" opened={edited !== undefined} onClose={close}>
        {(unsaved) => last && <PriceForm product={last} onClose={close} unsaved={unsaved} />}
      </FormDialog>
    </Screen>
  )
}
