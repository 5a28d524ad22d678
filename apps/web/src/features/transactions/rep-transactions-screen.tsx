import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { repTransactionColumns } from './party-transactions.columns.tsx'
import { PartyTransactionsTable, usePartyTransactionsPage } from './party-transactions-table.tsx'

function Report({ repId }: { repId: number }) {
  const { choices } = useProductChoices()
  const nameOf = (product: number) => choices.find(({ id }) => id === product)?.name ?? `#${product}`
  const page = usePartyTransactionsPage(({ product_id }) => [
    { keys: ['product_id'], label: product_id && `Product: ${nameOf(product_id)}` },
  ])
  const { product_id } = page.filter
  const list = useQuery({
    ...apiQuery('GET /api/v1/sales-rep/{id}/my-transactions/', { params: { id: repId }, query: page.query }),
    placeholderData: keepPreviousData,
  })
  const productFilter = (
    <FilterSelect
      label="Product"
      all="All products"
      options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={product_id ? String(product_id) : undefined}
      onChange={(id) => page.change({ product_id: id ? Number(id) : undefined })}
      width={220}
    />
  )
  return (
    <Screen
      title="My Transactions"
      actions={
        <ExportButton
          call="GET /api/v1/transactions/export-csv/"
          label="Export CSV"
          filter={page.filter}
          disabled={!list.data?.count}
        />
      }
    >
      <PartyTransactionsTable
        name="my-transactions"
        source={{ list: 'GET /api/v1/sales-rep/{id}/my-transactions/', params: { id: repId }, onlyChosen: true }}
        label="My Transactions"
        searchPlaceholder="Invoice, center, coupon…"
        columns={repTransactionColumns}
        list={list}
        page={page}
        filters={productFilter}
      />
    </Screen>
  )
}

/** The purchases of a rep's centers and patients. */
export function RepTransactionsScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return <Report repId={id} />
}
